import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

/** Of what comes after the first paint: beside those of `messages.ts` they would be in the entry. */
export const messages = defineMessages({
  changed: (n: string) => `${n} match`,
  refused: (what: string) => `Filters in this link that aren’t supported: ${what}.`,
  figureOnly: 'This service counts these but can’t list them.',
  /** In the place of rows. */
  states: {
    forbidden: 'This API token can’t see tickets',
    long: {
      title: 'Searching messages takes too long for these words',
      text: 'Add a rarer word, or search without messages.',
      without: 'Search without messages',
    },
    empty: {
      open: 'Nothing open.',
      openWithPending: (n: number, count: string) =>
        plural(n, {
          one: `${count} pending ticket is waiting for a customer.`,
          other: `${count} pending tickets are waiting for customers.`,
        }),
      showPending: 'Show pending',
      nothing: (status: string) => `No ${status.toLowerCase()} tickets.`,
      none: 'No tickets yet.',
      noneText: 'Your first ticket appears here when a customer writes.',
      filtered: (n: number, list: string) =>
        plural(n, { one: `No tickets match the filter ${list}.`, other: `No tickets match ${n} filters: ${list}.` }),
      showAll: 'Show every status',
      elsewhere: (n: number, count: string) =>
        plural(n, {
          one: '1 ticket in another status matches.',
          other: `${count} tickets in other statuses match.`,
        }),
      nowhere: 'Nothing matches in any status.',
      searched: 'We searched subject, requester, ticket number and tags.',
      searchMessages: 'Search messages too',
    },
  },
  listWidth: 'Width of the list',
  moreTags: (n: number) => `+${n}`,
  news: {
    new: (n: number, count: string) => plural(n, { one: '1 new ticket', other: `${count} new tickets` }),
    show: (what: string) => `${what}, show`,
  },
  commands: {
    columns: 'Choose columns',
    split: 'Show as split',
    table: 'Show as table',
    layoutWords: 'layout view',
  },
});
