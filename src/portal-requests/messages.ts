import { defineMessages } from '#src/i18n/messages.ts';

const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

export const messages = defineMessages({
  requests: 'Requests',
  request: (number: string) => `Request ${number}`,
  newest: (shown: string, total: string) => `The newest ${shown} of ${total} are listed.`,
  lead: {
    none: 'There are no requests yet.',
    oneOpen: 'Your request is open.',
    onePending: 'Your request is waiting for you.',
    oneSolved: 'Your request is solved.',
    oneClosed: 'Your request is closed.',
    noneOpen: (total: string) => `None of your ${total} requests is open.`,
    singleOpen: (total: string) => `One of your ${total} requests is open.`,
    someOpen: (open: string, total: string) => `${open} of your ${total} requests are open.`,
    bothOpen: 'Both of your requests are open.',
    allOpen: (total: string) => `All ${total} of your requests are open.`,
  },
  /** Small numbers as words, the others in digits. */
  number: (n: number, digits: string) => WORDS[n] ?? digits,
  status: { open: 'Open', pending: 'Waiting for you', resolved: 'Solved', closed: 'Closed' },
  since: {
    open: (when: string) => `Open since ${when}`,
    pending: (when: string) => `Waiting for you, asked on ${when}`,
    resolved: (when: string) => `Solved on ${when}`,
    closed: (when: string) => `Closed, asked on ${when}`,
  },
  author: { you: 'You', team: 'The team', ai: 'Automatic answer', system: 'Notice' },
  thread: {
    empty: 'No messages here yet.',
    noAnswer: 'No answer yet.',
    teamIsIn: 'The team is in right now.',
    waiting: 'The team needs something from you before they can continue.',
    add: 'To add something, write to us the way you did before.',
  },
});
