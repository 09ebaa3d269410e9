import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  title: 'New customer',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  phoneHint: 'Any format works, such as +49 151 5550 1884.',
  either: 'Enter an email or a phone.',
  optional: 'An email or a phone is enough.',
  submit: 'Create customer',
  created: (name: string) => `${name} created`,
  taken: (name: string) => `${name} has this email or phone already.`,
  openTaken: (name: string) => `Open ${name}`,
  guard: {
    title: 'Discard this customer?',
    text: 'What you wrote will be lost.',
    discard: 'Discard',
    keep: 'Keep writing',
  },
});
