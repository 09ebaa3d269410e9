import { defineMessages } from '#src/i18n/messages.ts';

/** The words of every part; each has more of its own beside it. */
export const messages = defineMessages({
  title: 'Conversations',
  tabs: 'Parts of conversations',
  tab: { all: 'All', handovers: 'Handed over', review: 'To review', insights: 'Insights' },
  outcome: { open: 'Open', answered: 'Answered by AI', handed_off: 'Handed over', abandoned: 'Abandoned' },
  handoffStatus: { waiting: 'Waiting', taken: 'Taken', resolved: 'Resolved', abandoned: 'Abandoned' },
  verdict: { right: 'Right', wrong: 'Wrong', none: 'Not reviewed', any: 'Reviewed' },
  noName: 'Visitor',
  ticket: (number: string) => `#${number}`,
  ticketId: (id: string) => `Ticket ${id}`,
  customerId: (id: string) => `Customer ${id}`,
  none: 'None',
  removeAll: 'Remove all',
  filters: 'Filters',
  export: { button: 'Download CSV', nothing: 'There is nothing to download.' },
});
