import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  open: 'Open now',
  closed: 'Closed now',
  until: (time: string) => `until ${time}`,
  opens: (time: string) => `opens ${time}`,
  notInEffect: 'Business hours are off',
  details: (instant: string) => `Next change ${instant}`,
});
