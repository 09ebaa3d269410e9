import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

/** Texts in the place of rows. Apart from the other words: the first paint does without. */
export const listMessages = defineMessages({
  forbidden: 'This token cannot see tickets',
  empty: {
    open: 'Nothing open.',
    openWithPending: (n: number, count: string) =>
      plural(n, {
        one: `${count} pending ticket waits on a customer.`,
        other: `${count} pending tickets wait on customers.`,
      }),
    showPending: 'Show pending',
    nothing: (status: string) => `No ${status.toLowerCase()} tickets.`,
    none: 'No tickets yet.',
    noneText: 'The first one appears here as soon as a customer writes.',
    filtered: (n: number, list: string) =>
      plural(n, { one: `No tickets match the filter ${list}.`, other: `No tickets match ${n} filters: ${list}.` }),
    showAll: 'Show tickets of any status',
  },
});
