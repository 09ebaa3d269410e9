import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  open: 'Open now',
  closed: 'Closed now',
  until: (time: string) => `until ${time}`,
  opens: (time: string) => `opens ${time}`,
  notInEffect: 'Hours are not in effect',
  details: (instant: string) => `Next change ${instant}`,
});
