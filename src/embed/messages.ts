import { defineMessages } from '#src/i18n/messages.ts';

/** `title`, `text`: of a frame that shows nothing else. */
export const messages = defineMessages({
  alone: {
    title: 'This page belongs in a frame',
    text: 'Another page shows it. By itself, open it in Support Console.',
  },
  notAllowed: {
    title: 'No page may embed Support Console here',
    text: 'The operator of the service lists the pages that may, in EMBED_ORIGINS.',
  },
  noHost: {
    title: 'The page around this frame does not answer',
    text: 'It has to send a token within 5 seconds. Is its address listed in EMBED_ORIGINS, exactly?',
  },
  refused: {
    title: 'The token was not accepted',
    text: 'The page around this frame sent a token that has ended or is unknown to the service.',
  },
  unavailable: {
    title: 'The service does not answer',
    text: 'Try again in a moment.',
  },
  product: 'Support Console',
  retry: 'Try again',
  open: 'Open in console',
  asOf: (time: string) => `as of ${time}`,
  endedTitle: 'The session ended',
  asking: 'The session ended. Asking the page around for another token…',
  silent: {
    ended: 'The session ended, and the page around has sent no other token.',
    refused: 'The session ended, and the token that the page around sent was not accepted.',
    other_site: 'The page around sent a token of another site. What you see is kept.',
    unavailable: 'The service does not answer.',
  },
});
