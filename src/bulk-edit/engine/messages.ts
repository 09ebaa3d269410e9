import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

const tickets = (n: number, count: string): string => plural(n, { one: '1 ticket', other: `${count} tickets` });

export const messages = defineMessages({
  tickets,
  begins: (n: number, count: string) => `Changing ${tickets(n, count)}`,
  undoBegins: (n: number, count: string) => `Undoing the change to ${tickets(n, count)}`,
  ends: (outcome: string) => `Finished: ${outcome}`,
  /** What became of the tickets of a job: the same words wherever it is said. */
  changed: (count: string) => `${count} changed`,
  unchanged: (count: string, already: string) => `${count} ${already}`,
  failed: (count: string) => `${count} failed`,
  toDo: (count: string) => `${count} to do`,
  undone: (count: string) => `${count} undone`,
  left: (n: number, count: string) => plural(n, { one: '1 left as it is', other: `${count} left as they are` }),
  and: (first: string, second: string) => `${first}, ${second}`,
  /** The same of one ticket. */
  outcome: {
    changed: 'changed',
    failed: 'failed',
    toDo: 'to do',
    undone: 'undone',
    left: 'left as it is',
  },
  /** After "23". */
  already: {
    status: {
      open: 'already open',
      pending: 'already pending',
      resolved: 'already resolved',
      closed: 'already closed',
    },
    priority: (word: string) => `already ${word.toLowerCase()}`,
    /** Whoever that is stands before it. */
    assigned: 'already assigned to them',
    unassigned: 'already unassigned',
    tagged: (tags: string) => `already tagged ${tags}`,
    untagged: (tags: string) => `already without ${tags}`,
    snoozed: 'already snoozed until then',
    woken: 'already awake',
    several: 'already like that',
  },
  pausedBy: {
    user: 'The bulk change is paused',
    network: 'No answer from the service. The bulk change is paused.',
    service: 'The service had an error. The bulk change is paused.',
    reload: 'A bulk change was interrupted and is paused',
  },
  stopped: 'The bulk change was stopped',
  refused: 'The bulk change could not start',
  elsewhere: 'A bulk change is running in another tab. Wait until it finishes, or pause it there.',
  running: 'A bulk change is running. Wait until it finishes, or stop it.',
  nothing: 'No tickets match any more.',
  recent: (did: string) => `Bulk change: ${did}`,
  recentWords: 'recent jobs bulk receipt undo retry',
});
