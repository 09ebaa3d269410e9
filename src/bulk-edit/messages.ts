import { defineMessages, plural } from '#src/i18n/messages.ts';

const tickets = (n: number, count: string): string => plural(n, { one: '1 ticket', other: `${count} tickets` });
const changeTags = (n: number, count: string): string => `Change tags of ${tickets(n, count)}`;

export const messages = defineMessages({
  tickets,
  begins: (n: number, count: string) => `Changing ${tickets(n, count)}`,
  undoBegins: (n: number, count: string) => `Undoing the change to ${tickets(n, count)}`,
  ends: (outcome: string) => `Finished: ${outcome}`,
  outcome: {
    changed: (count: string) => `${count} changed`,
    unchanged: (count: string) => `${count} unchanged`,
    failed: (count: string) => `${count} failed`,
    undone: (count: string) => `${count} undone`,
    left: (count: string) => `${count} not undone`,
  },
  toDo: (count: string) => `${count} to do`,
  and: (first: string, second: string) => `${first}, ${second}`,
  /** Words for the outcome of one ticket in the file. */
  rowOutcome: {
    waiting: 'to do',
    sending: 'to do',
    unsure: 'to do',
    saved: 'changed',
    unchanged: 'unchanged',
    failed: 'failed',
    undone: 'undone',
    skipped: 'not undone',
  },
  stopped: 'The bulk change was stopped',
  stoppedByError: 'The bulk change stopped because of an error',
  refused: 'The bulk change could not start',
  running: 'A bulk change is running. Wait until it finishes, or stop it.',
  nothing: 'No tickets match any more.',
  undoOf: (did: string) => `Undo: ${did}`,
  /** Undo of an earlier change, from the palette. */
  earlier: {
    keywords: 'recent bulk change',
    ask: (n: number, count: string) =>
      plural(n, {
        one: '1 ticket will get its old values back, unless someone has changed it since.',
        other: `${count} tickets will get their old values back, except those that someone has changed since.`,
      }),
  },
  /** Label of the main button, with the exact number. */
  verb: {
    status: {
      open: (n: number, count: string) => `Reopen ${tickets(n, count)}`,
      pending: (n: number, count: string) => `Set ${tickets(n, count)} to pending`,
      resolved: (n: number, count: string) => `Resolve ${tickets(n, count)}`,
      closed: (n: number, count: string) => `Close ${tickets(n, count)}`,
    },
    priority: (n: number, count: string, word: string) => `Set ${tickets(n, count)} to ${word.toLowerCase()}`,
    assigned: (n: number, count: string) => `Assign ${tickets(n, count)}`,
    unassigned: (n: number, count: string) => `Unassign ${tickets(n, count)}`,
    tagged: changeTags,
    untagged: changeTags,
    snoozed: (n: number, count: string) => `Snooze ${tickets(n, count)}`,
    woken: (n: number, count: string) => `Unsnooze ${tickets(n, count)}`,
    several: (n: number, count: string) => `Change ${tickets(n, count)}`,
  },
  effect: {
    be: (which: string, did: string) => `${which} will be ${did}.`,
    untagged: (which: string, tags: string) => `${which} will no longer be tagged ${tags}.`,
    woken: (which: string) => `${which} will no longer be snoozed.`,
  },
  confirm: {
    undo: 'You can undo this for 24 hours.',
    undoSingle: 'Undo puts the old values back.',
    looking: 'Counting the tickets…',
    counting: 'Counting',
    grown: (n: number, now: string, seen: string) =>
      plural(n, {
        one: `1 ticket matches now; ${seen} matched when you selected them.`,
        other: `${now} tickets match now; ${seen} matched when you selected them.`,
      }),
    unchanged: (n: number, count: string) =>
      plural(n, {
        one: '1 already has this value and won’t be changed.',
        other: `${count} already have this value and won’t be changed.`,
      }),
    refused: (n: number, count: string) =>
      plural(n, {
        one: '1 can’t be changed. You’ll see why afterwards.',
        other: `${count} can’t be changed. You’ll see why afterwards.`,
      }),
    nothing: 'No tickets left to change.',
    cancel: 'Cancel',
    retry: 'Retry',
  },
  title: 'Bulk change',
  eta: {
    seconds: (n: number) => `About ${n} s left.`,
    minutes: (n: number) => `About ${n} min left.`,
  },
  phase: {
    preparing: 'Listing the tickets before changing them.',
    wait: {
      turn: 'Waiting until your API token may make more calls.',
      busy: 'The service is busy. Trying again shortly.',
    },
    stopping: 'Finishing the tickets that were already sent.',
    network: 'The service isn’t answering. Continue when it’s back.',
    service: (why: string) => `Stopped: ${why}`,
    stopped: (n: number, count: string) =>
      plural(n, { one: 'Stopped. 1 was left as it was.', other: `Stopped. ${count} were left as they were.` }),
    done: 'Done.',
  },
  progress: 'Progress',
  share: (share: string, limit: string) =>
    `At most ${share} of your API token’s ${limit} calls a minute. Your own clicks go first.`,
  continue: 'Continue',
  stop: 'Stop',
  stopping: 'Stopping',
  undo: (count: string) => `Undo ${count}`,
  retry: (count: string) => `Retry ${count}`,
  csv: 'CSV',
  close: 'Close',
  hide: 'Hide the panel; the change continues',
  show: 'Show',
  failedList: 'Failed tickets',
  number: (n: string) => `#${n}`,
  idOnly: (id: string) => `ID ${id}`,
  more: (count: string) => `${count} more are in the CSV.`,
  why: {
    changedBy: (who: string, when: string) => `${who} changed it at ${when}`,
    unconfirmed: 'We couldn’t confirm this change. Retry checks first whether it was saved.',
    undoConflict: 'Not undone: someone has changed it since',
    undoExpired: 'Not undone: changes can be undone for 24 hours',
  },
  foot: {
    bulk: 'You can undo this change for 24 hours. After a reload, find it in the command palette.',
    single:
      'This service changes one ticket at a time and can’t tell whether someone else has changed one in the meantime. Undo puts the old values back, with new resolved times.',
  },
});
