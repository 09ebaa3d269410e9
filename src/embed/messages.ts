import { defineMessages } from '#src/i18n/messages.ts';

/** `title`, `text`: of a frame that shows nothing else. */
export const messages = defineMessages({
  alone: {
    title: 'This page belongs in a frame',
    text: 'Another page shows it. By itself, open it in Support Console.',
  },
  notAllowed: {
    title: 'Support Console can’t be embedded here yet',
    text: 'The service’s operator lists the allowed pages in EMBED_ORIGINS.',
  },
  noHost: {
    title: 'The page around this frame isn’t answering',
    text: 'It must send an API token within 5 seconds. Check that its exact address is in EMBED_ORIGINS.',
  },
  refused: {
    title: 'The API token wasn’t accepted',
    text: 'The page around this frame sent one that has expired or that the service doesn’t know.',
  },
  unavailable: {
    title: 'The service isn’t answering',
    text: 'Try again in a moment.',
  },
  product: 'Support Console',
  retry: 'Try again',
  open: 'Open in console',
  asOf: (time: string) => `as of ${time}`,
  endedTitle: 'The session ended',
  asking: 'The session ended. Asking the page around this frame for another API token…',
  silent: {
    ended: 'The session ended, and the page around this frame hasn’t sent another API token.',
    refused: 'The session ended, and the new API token wasn’t accepted.',
    other_site: 'The page around this frame sent an API token of another site. What you see is kept.',
    unavailable: 'The service isn’t answering.',
  },
});
