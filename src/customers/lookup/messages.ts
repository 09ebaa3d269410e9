import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  title: 'Find a customer',
  looking: (contact: string) => `Looking for ${contact}`,
  unknownEmail: (email: string) => `No customer with the email ${email}`,
  unknownPhone: (phone: string) => `No customer with the phone ${phone}`,
  unknownText: 'They may have written from another address, or not at all yet.',
  notEmail: (text: string) => `${text} is not an email address`,
  notPhone: (text: string) => `${text} is not a phone number`,
  notContactText: 'Check the link that brought you here, or search for the customer.',
  search: 'Search customers',
  new: 'New customer',
  back: 'Back to the list',
});
