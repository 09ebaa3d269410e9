import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

const tickets = (n: number, count: string): string => plural(n, { one: '1 ticket', other: `${count} tickets` });
const are = (n: number): string => plural(n, { one: 'is', other: 'are' });

export const messages = defineMessages({
  /** What the main button does, with the exact number. */
  verb: {
    open: (n: number, count: string) => `Reopen ${tickets(n, count)}`,
    pending: (n: number, count: string) => `Set ${tickets(n, count)} to pending`,
    resolved: (n: number, count: string) => `Resolve ${tickets(n, count)}`,
    closed: (n: number, count: string) => `Close ${tickets(n, count)}`,
    priority: (n: number, count: string, word: string) => `Set ${tickets(n, count)} to ${word.toLowerCase()}`,
    assign: (n: number, count: string) => `Assign ${tickets(n, count)}`,
    unassign: (n: number, count: string) => `Unassign ${tickets(n, count)}`,
    tags: (n: number, count: string) => `Change tags of ${tickets(n, count)}`,
    snooze: (n: number, count: string) => `Snooze ${tickets(n, count)}`,
    wake: (n: number, count: string) => `Wake ${tickets(n, count)}`,
    several: (n: number, count: string) => `Change ${tickets(n, count)}`,
  },
  effect: {
    be: (n: number, count: string, did: string) => `${tickets(n, count)} will be ${did}.`,
    untagged: (n: number, count: string, tags: string) => `${tickets(n, count)} will no longer be tagged ${tags}.`,
    woken: (n: number, count: string) => `${tickets(n, count)} will no longer be snoozed.`,
  },
  undo: 'This can be undone for 24 hours.',
  undoSingle: 'Undo writes the old values again.',
  looking: 'Counting what is in the set.',
  counting: 'Counting',
  grown: (n: number, now: string, seen: string) =>
    plural(n, {
      one: `1 ticket matches now; it was ${seen} when you selected them.`,
      other: `${now} tickets match now; it was ${seen} when you selected them.`,
    }),
  among: 'In the set',
  hint: 'Untick what to leave out.',
  plain: 'None is unanswered, urgent, new, snoozed or assigned to someone else.',
  part: {
    unanswered: 'Never answered',
    urgent: 'Urgent',
    fresh: 'Created in the last 24 hours',
    snoozed: 'Snoozed',
    agent: (name: string) => `Assigned to ${name}`,
    otherAgents: (n: number, count: string) =>
      plural(n, { one: 'Assigned to 1 other', other: `Assigned to ${count} others` }),
  },
  isLeftOut: 'left out',
  already: (n: number, count: string, already: string) => `${count} ${are(n)} ${already} and will not be changed.`,
  refused: (n: number, count: string) =>
    plural(n, {
      one: '1 cannot be changed: its reason is listed afterwards.',
      other: `${count} cannot be changed: their reasons are listed afterwards.`,
    }),
  leftOut: (n: number, count: string) =>
    plural(n, {
      one: '1 is left out: it is not changed and stays selected.',
      other: `${count} are left out: they are not changed and stay selected.`,
    }),
  nothing: 'No ticket is left to change.',
  cancel: 'Cancel',
  retry: 'Retry',
});
