import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';
import type { Outcome } from './queue.ts';

const minutes = (n: number): string => `${n} min`;

const WORDS: Readonly<Record<Outcome | 'failed' | 'left', string>> = {
  resolved: 'resolved',
  closed: 'closed',
  pending: 'set to pending',
  snoozed: 'snoozed',
  replied: 'replied to',
  noted: 'with a new note',
  changed: 'changed',
  passed: 'already closed by someone else',
  skipped: 'skipped',
  failed: 'not saved',
  left: 'not handled yet',
};

export const messages = defineMessages({
  title: 'Queue',
  documentTitle: (position: string, total: string) => `${position} of ${total} · Queue`,
  of: (position: string, total: string) => `${position} of ${total}`,
  withTime: (of: string, time: string) => `${of}, ${time} left`,
  lessThanMinute: 'less than a minute',
  about: (totalMinutes: number) => {
    const hours = Math.floor(totalMinutes / 60);
    return hours === 0 ? `about ${minutes(totalMinutes)}` : `about ${hours} h ${minutes(totalMinutes % 60)}`;
  },
  loading: 'Loading the queue',
  region: 'Ticket of the queue',
  skip: 'Skip',
  previous: 'Previous ticket',
  leave: 'Leave the queue',
  history: 'Undo history',
  strip: 'Handled so far',
  /** A ticket of the strip: "#48213, resolved". */
  handled: (number: string, outcome: Outcome, isFailed: boolean) =>
    `#${number}, ${WORDS[isFailed ? 'failed' : outcome]}`,
  number: (n: string) => `#${n}`,
  now: (number: string, position: string, total: string) => `Ticket #${number}, ${position} of ${total}`,
  passed: (n: number, numbers: string) =>
    plural(n, {
      one: `#${numbers} was already closed by someone else, so it was skipped.`,
      other: `${n} tickets were already closed by someone else, so they were skipped: #${numbers}.`,
    }),
  rebuilt: 'This queue was rebuilt from its filters; it was started in another tab or device.',
  notThere: (number: string) => `#${number} is no longer in this list.`,
  cut: (items: string, total: string) => `These are the first ${items} of ${total} tickets.`,
  empty: 'No ticket matches this list.',
  emptyText: 'Nothing to work through.',
  back: 'Back to the inbox',
  failed: 'The queue couldn’t be loaded',
  end: {
    allDone: (n: number, count: string) =>
      plural(n, { one: 'The only ticket in the queue is done.', other: `All ${count} tickets in the queue are done.` }),
    ended: (n: number, count: string) =>
      plural(n, { one: '1 ticket was in the queue.', other: `${count} tickets were in the queue.` }),
    part: (count: string, outcome: Outcome | 'failed' | 'left') => `${count} ${WORDS[outcome]}`,
    sum: (parts: readonly string[]) => `${parts.join(', ')}.`,
    skipped: (n: number, count: string) =>
      plural(n, { one: 'Review the skipped ticket', other: `Review the ${count} skipped` }),
    left: (n: number, count: string) =>
      plural(n, { one: 'Continue with the last one', other: `Continue with the ${count} left` }),
  },
  keys: { group: 'Queue' },
});
