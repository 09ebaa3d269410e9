import { defineMessages } from '#src/i18n/messages.ts';

/** Of what the list has before its verbs are there: they are loaded with it, the others later. */
export const messages = defineMessages({
  compose: { group: 'Ticket', reply: 'Write a reply', note: 'Write a note' },
  keysTooEarly: 'The page was not ready for these keys. Press them again.',
  notWritten: (text: string) => `This was not added to the ticket: ${text}`,
});
