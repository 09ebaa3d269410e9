import { defineMessages, plural } from '#src/i18n/messages.ts';
import type { PortalProblem } from './portal-store.ts';

const SCORES = ['Very bad', 'Bad', 'Poor', 'Fair', 'Good', 'Very good'];

/** How long to wait; from two minutes on in minutes. */
function wait(seconds: number): string {
  if (seconds < 120) return plural(seconds, { one: '1 second', other: `${seconds} seconds` });
  return `${Math.ceil(seconds / 60)} minutes`;
}

export const messages = defineMessages({
  title: 'Your requests',
  loading: 'Loading your requests',
  framed: 'This page does not work inside another page.',
  openTab: 'Open in a new tab',
  whose: (email: string) => `These are the requests of ${email}. You can read them here.`,
  worksUntil: 'This link works until',
  foot: (zone: string) =>
    `Times are shown in your time zone, ${zone}. Anyone who has this link can read this page, so do not pass it on.`,
  noneText: (email: string) => `There are no messages from ${email} yet. What you write to us will appear here.`,
  lead: {
    none: 'There are no requests yet.',
    open: 'Your request is open.',
    pending: 'Your request is waiting for you.',
    resolved: 'Your request is solved.',
    closed: 'Your request is closed.',
    some: (open: number, total: number, count: string) =>
      open === 0
        ? `None of your ${count} requests is open.`
        : plural(open, {
            one: `1 of your ${count} requests is open.`,
            other: open === total ? `All ${count} requests are open.` : `${open} of your ${count} requests are open.`,
          }),
  },
  requests: 'Requests',
  request: (number: string) => `Request ${number}`,
  newest: (shown: string, total: string) => `The newest ${shown} of ${total} are listed.`,
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
    teamIsIn: 'The team is in right now.',
    waiting: 'The team needs something from you before they can continue.',
    add: 'To add something, write to us the way you did before.',
  },
  older: {
    show: 'Show older messages',
    retry: 'Try again',
    loading: 'Loading older messages',
    all: 'All messages are shown.',
  },
  problem: {
    conflict: 'We’re working on this request again, so you can’t rate it now.',
    limited: (seconds: number) => `Too many attempts. You can try again in ${wait(seconds)}.`,
    silent: 'No answer from the service. Try again when you are online.',
    failed: 'That did not work. Try again.',
  },
  rating: {
    ask: 'How was the help you got?',
    hint: 'From 0 to 5 stars. You can change it later.',
    stars: (score: number) => (score === 1 ? '1 star' : `${score} stars`),
    word: (score: number) => SCORES[score] ?? '',
    comment: 'Anything you want to add',
    optional: 'optional',
    send: 'Send rating',
    change: 'Change rating',
    keep: 'Cancel',
    choose: 'Choose how many stars first.',
    yours: (stars: string) => `You gave ${stars}.`,
    thanks: 'Thank you. Your rating was saved.',
    tooLong: (over: string) => `The comment is too long by ${over} characters.`,
  },
  notice: {
    gone: 'This link no longer works.',
    goneText:
      'It has expired or was withdrawn; your requests are safe. Write to the team the way you did before, and ask for a new link.',
    forTeam: 'Request ID, for the team',
    incomplete: 'This link is incomplete.',
    incompleteText:
      'Open it again from the email. A reloaded page needs that too: the secret part of the link is not stored anywhere.',
    limited: 'Too many attempts.',
    limitedText: (seconds: number) => `You can try again in ${wait(seconds)}.`,
    silent: 'The service is not answering.',
    silentText: 'The problem is not your link. Check your connection and try again.',
    failed: 'Something went wrong on our side.',
    failedText: 'The problem is not your link. Try again, and tell the team if it keeps happening.',
    retry: 'Try again',
  },
});

/** Why a call failed, and what to do. */
export function formatProblem(problem: PortalProblem): string {
  const { conflict, limited, silent, failed } = messages.problem;
  switch (problem.kind) {
    case 'conflict':
      return conflict;
    case 'limited':
      return limited(problem.seconds);
    case 'silent':
      return silent;
    case 'gone':
    case 'failed':
      return failed;
  }
}
