import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

const are = (n: number): string => plural(n, { one: 'is', other: 'are' });

export const messages = defineMessages({
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
    assignee: (n: number, who: string, name: string) =>
      `${who} now ${plural(n, { one: 'belongs', other: 'belong' })} to ${name}.`,
    nobody: (n: number, who: string) => `${who} ${are(n)} now unassigned.`,
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
    nobody: 'Nobody was assigned.',
  },
  eta: {
    seconds: (n: number) => `About ${n} s left.`,
    minutes: (n: number) => `About ${n} min left.`,
  },
  phase: {
    preparing: 'First the tickets are listed, then they are changed.',
    waiting: 'Waiting until this token may make more calls.',
    pausing: 'Finishing the tickets that were already sent.',
    paused: 'Paused.',
    network: 'Paused: the service is not answering. The change continues by itself when the service is back.',
    service: (why: string) => `Paused: ${why}`,
    reload: 'Paused when the page reloaded or closed.',
    stopped: (n: number, count: string) =>
      plural(n, { one: 'Stopped. 1 was left as it was.', other: `Stopped. ${count} were left as they were.` }),
    refused: (why: string) => `Ended: ${why}`,
  },
  progress: 'Progress',
  pace: (perSecond: string, share: string, limit: string) =>
    `${perSecond} a second. At most ${share} of this token’s ${limit} calls a minute. Your own clicks go first.`,
  share: (share: string, limit: string) =>
    `At most ${share} of this token’s ${limit} calls a minute. Your own clicks go first.`,
  pause: 'Pause',
  pausing: 'Pausing',
  resume: 'Resume',
  stop: 'Stop',
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
  idOnly: (id: string) => `id ${id}`,
  coded: (status: string, code: string) => `${status} ${code}`,
  more: (count: string) => `${count} more are in the CSV.`,
  why: {
    changedBy: (who: string, when: string) => `${who} changed it at ${when}. It was left as it was.`,
    conflict: 'Someone else changed it in the meantime. It was left as it was.',
    overloaded: 'The service was busy three times in a row.',
    not_found: 'This ticket no longer exists.',
    scope: 'This token cannot change tickets: it needs tickets:write.',
    server: 'The service had an error with this ticket. It was left as it was.',
    unreadable: 'The answer did not say. A retry first checks whether it was saved.',
    undoConflict: 'It has been changed since, so it stays as it is.',
  },
  foot: {
    running: 'You can leave this page. The change continues in this tab.',
    kept: 'This receipt stays in this browser for 24 hours, or until you sign out.',
    single:
      'This service changes one ticket at a time and cannot tell whether someone else has changed one in the meantime. Undo writes the old values back, with new resolved times.',
  },
});
