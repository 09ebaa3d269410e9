import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

const tickets = (n: number, count: string): string => plural(n, { one: '1 ticket', other: `${count} tickets` });

export const messages = defineMessages({
  tickets,
  begins: (n: number, count: string) => `Changing ${tickets(n, count)}`,
  undoBegins: (n: number, count: string) => `Putting ${tickets(n, count)} back`,
  so: (done: string, total: string, failed: string) => `${done} of ${total} saved, ${failed} failed`,
  undoneSo: (done: string, total: string) => `${done} of ${total} put back`,
  ends: (saved: string, failed: string) => `Finished: ${saved} saved, ${failed} failed`,
  undoEnds: (undone: string, skipped: string) => `${undone} put back, ${skipped} left as they are`,
  pausedBy: {
    user: 'The bulk change is paused',
    network: 'No answer from the service. The bulk change is paused',
    service: 'The service had an error. The bulk change is paused',
    reload: 'A bulk change was cut off and is paused',
  },
  stopped: 'The bulk change was stopped',
  refused: 'The bulk change could not begin',
  elsewhere: 'A bulk change runs in another tab. Wait until it has ended, or pause it there.',
  running: 'A bulk change is running. Wait until it has ended, or stop it.',
  nothing: 'No ticket matches any more.',
  recent: (did: string) => `Bulk change: ${did}`,
  recentWords: 'recent jobs bulk receipt undo retry',
});
