import { defineMessages, plural } from '#src/i18n/messages.ts';

const tickets = (n: number, count: string): string => plural(n, { one: '1 ticket', other: `${count} tickets` });
const are = (n: number): string => plural(n, { one: 'is', other: 'are' });
const changeTags = (n: number, count: string): string => `Change tags of ${tickets(n, count)}`;

export const messages = defineMessages({
  tickets,
  begins: (n: number, count: string) => `Changing ${tickets(n, count)}`,
  undoBegins: (n: number, count: string) => `Undoing the change to ${tickets(n, count)}`,
  ends: (outcome: string) => `Finished: ${outcome}`,
  // Outcomes
  changed: (count: string) => `${count} changed`,
  unchanged: (count: string, already: string) => `${count} ${already}`,
  failed: (count: string) => `${count} failed`,
  toDo: (count: string) => `${count} to do`,
  undone: (count: string) => `${count} undone`,
  left: (n: number, count: string) => plural(n, { one: '1 not undone', other: `${count} not undone` }),
  and: (first: string, second: string) => `${first}, ${second}`,
  // Outcome of one ticket
  outcome: {
    changed: 'changed',
    failed: 'failed',
    toDo: 'to do',
    undone: 'undone',
    left: 'not undone',
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
    assigned: 'already assigned to them',
    unassigned: 'already unassigned',
    tagged: (tags: string) => `already tagged ${tags}`,
    untagged: (tags: string) => `already without ${tags}`,
    snoozed: 'already snoozed until then',
    woken: 'not snoozed',
    several: 'already like that',
  },
  stopped: 'The bulk change was stopped',
  stoppedByError: 'The bulk change stopped because of an error',
  refused: 'The bulk change could not start',
  running: 'A bulk change is running. Wait until it finishes, or stop it.',
  nothing: 'No tickets match any more.',
  // Undo of an earlier change
  earlier: {
    label: (did: string) => `Undo: ${did}`,
    keywords: 'recent bulk change',
    ask: (n: number, count: string) =>
      plural(n, {
        one: '1 ticket will get its old values back, unless someone has changed it since.',
        other: `${count} tickets will get their old values back, except those that someone has changed since.`,
      }),
    changedSince: (n: number, count: string) =>
      plural(n, {
        one: '1 skipped because someone has changed it since',
        other: `${count} skipped because someone has changed them since`,
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
    be: (n: number, count: string, did: string) => `${tickets(n, count)} will be ${did}.`,
    untagged: (n: number, count: string, tags: string) => `${tickets(n, count)} will no longer be tagged ${tags}.`,
    woken: (n: number, count: string) => `${tickets(n, count)} will no longer be snoozed.`,
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
    already: (n: number, count: string, already: string) => `${count} ${are(n)} ${already} and won’t be changed.`,
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
  /** "210 of 312", or "All 312" when nothing is left out. */
  some: (done: string, total: string) => `${done} of ${total}`,
  all: (total: number, count: string) => plural(total, { one: '1 ticket', other: `All ${count}` }),
  lead: {
    preparing: (total: number, count: string) =>
      plural(total, { one: 'Preparing 1 ticket.', other: `Preparing ${count} tickets.` }),
    status: {
      open: (n: number, who: string) => `${who} ${are(n)} now open.`,
      pending: (n: number, who: string) => `${who} ${are(n)} now pending.`,
      resolved: (n: number, who: string) => `${who} ${are(n)} now resolved.`,
      closed: (n: number, who: string) => `${who} ${are(n)} now closed.`,
    },
    priority: (n: number, who: string, word: string) =>
      `${who} now ${plural(n, { one: 'has', other: 'have' })} ${word.toLowerCase()} priority.`,
    assigned: (n: number, who: string, name: string) =>
      `${who} now ${plural(n, { one: 'belongs', other: 'belong' })} to ${name}.`,
    unassigned: (n: number, who: string) => `${who} ${are(n)} now unassigned.`,
    tagged: (n: number, who: string, tags: string) => `${who} ${are(n)} now tagged ${tags}.`,
    untagged: (n: number, who: string, tags: string) => `${who} ${are(n)} no longer tagged ${tags}.`,
    snoozed: (n: number, who: string, until: string) => `${who} ${are(n)} snoozed until ${until}.`,
    woken: (n: number, who: string) => `${who} ${are(n)} no longer snoozed.`,
    several: (n: number, who: string) => `${who} ${plural(n, { one: 'has', other: 'have' })} been changed.`,
    undone: (n: number, who: string) => `${who} ${are(n)} as before.`,
  },
  was: {
    status: (word: string) => `Status was ${word.toLowerCase()}.`,
    priority: (word: string) => `Priority was ${word.toLowerCase()}.`,
    assignee: (name: string) => `Assignee was ${name}.`,
    nobody: 'It was unassigned.',
  },
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
  expand: 'Show more of the bulk change',
  collapse: 'Show less of the bulk change',
  failedList: 'Failed tickets',
  number: (n: string) => `#${n}`,
  idOnly: (id: string) => `ID ${id}`,
  coded: (status: string, code: string) => `${status} ${code}`,
  more: (count: string) => `${count} more are in the CSV.`,
  why: {
    changedBy: (who: string, when: string) => `${who} changed it at ${when}. It was left as it was.`,
    conflict: 'Someone else changed it in the meantime. It was left as it was.',
    overloaded: 'The service was too busy.',
    not_found: 'This ticket no longer exists.',
    scope: 'Your API token can’t change tickets: it needs tickets:write.',
    server: 'The service had an error with this ticket. It was left as it was.',
    unreadable: 'We couldn’t confirm this change. Retry checks first whether it was saved.',
    undoConflict: 'Not undone: someone has changed it since.',
    undoExpired: 'Not undone: changes can be undone for 24 hours.',
  },
  foot: {
    running: 'You can go to other pages. The change continues while this tab stays open.',
    kept: 'You can undo this change for 24 hours. After a reload, find it in the command palette.',
    single:
      'This service changes one ticket at a time and can’t tell whether someone else has changed one in the meantime. Undo puts the old values back, with new resolved times.',
  },
});
