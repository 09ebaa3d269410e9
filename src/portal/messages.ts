import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

const SCORES = ['Very bad', 'Bad', 'Poor', 'Fair', 'Good', 'Very good'];

/** How long to wait, in minutes where it is long. */
function wait(seconds: number): string {
  if (seconds < 120) return plural(seconds, { one: '1 second', other: `${seconds} seconds` });
  const minutes = Math.ceil(seconds / 60);
  return plural(minutes, { one: '1 minute', other: `${minutes} minutes` });
}

export const messages = defineMessages({
  framed: 'This page does not work inside another page.',
  newTab: 'Open in a new tab',
  title: 'Your requests',
  loading: 'Loading your requests',
  whose: (email: string) => `These are the requests of ${email}. You can read them here.`,
  worksUntil: 'This link works until',
  worksUntilSoon: 'Works until',
  today: (time: string) => `today, ${time}`,
  tomorrow: (time: string) => `tomorrow, ${time}`,
  foot: (zone: string) =>
    `Times are shown in your time zone, ${zone}. Anyone who has this link can read this page, so do not pass it on.`,
  noneText: (email: string) => `There are no messages from ${email} yet. What you write to us will appear here.`,
  older: {
    limited: (seconds: number) => `Too many attempts. You can try again in ${wait(seconds)}.`,
    silent: 'No answer from the service. Try again when you are online.',
    failed: 'Older messages could not be loaded.',
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
    keep: 'Keep it as it is',
    choose: 'Choose how many stars first.',
    yours: (stars: string) => `You gave ${stars}.`,
    thanks: 'Thank you. Your rating was saved.',
    conflict: 'We’re working on this request again, so you can’t rate it now.',
    limited: (seconds: number) => `Too many attempts. Send it again in ${wait(seconds)}.`,
    silent: 'No answer from the service. What you wrote is still here: send it again when you are online.',
    failed: 'Your rating could not be saved. What you wrote is still here: send it again.',
    tooLong: (over: string) => `The comment is too long by ${over} characters.`,
  },
  offline: {
    banner: (time: string) => `You are offline. This page shows what was there at ${time}.`,
  },
  notice: {
    gone: 'This link no longer works.',
    goneText: 'It has expired or was withdrawn. Your requests are safe.',
    newLink: 'Get a new link',
    newLinkText: 'Write to the team the way you did before, and ask for one.',
    shouldWork: 'Should it still work?',
    shouldWorkText: 'Open it again from the newest message. Only the newest link is sure to work.',
    forTeam: 'For the team',
    requestId: (id: string) => `Request ${id}`,
    copy: 'Copy request id',
    copied: 'Copied',
    incomplete: 'This link is incomplete.',
    incompleteText: 'Open it again from the email.',
    reloaded: 'Reloaded the page?',
    reloadedText:
      'The secret part of the link is not stored anywhere, so this page cannot open again by itself. Open the link once more.',
    limited: 'Too many attempts.',
    limitedText: (seconds: number) =>
      seconds > 0 ? `You can try again in ${wait(seconds)}.` : 'You can try again now.',
    offline: 'You are offline.',
    offlineText: 'Your requests will appear as soon as you are online again.',
    silent: 'The service is not answering.',
    silentText: 'The problem is not your link. Try again in a moment.',
    failed: 'Something went wrong on our side.',
    failedText: 'The problem is not your link. Try again, and tell the team if it keeps happening.',
    retry: 'Try again',
  },
});
