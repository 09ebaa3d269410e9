import { defineMessages } from '#src/i18n/messages.ts';

/** The keys of the page, also for the list of all keys. */
export const messages = defineMessages({
  group: 'Customer',
  bind: 'Bind a handle',
  newTicket: 'New ticket for this customer',
  issueLink: 'Issue portal link',
});
