import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

const seconds = (n: number): string => plural(n, { one: `${n} second`, other: `${n} seconds` });

export const messages = defineMessages({
  unauthorized: { title: 'This token no longer works', text: 'Sign in again. Your filters are kept.' },
  forbidden: {
    title: 'Not allowed',
    text: 'This token does not have the scope for this. A site administrator can issue one that does.',
  },
  notFound: { title: 'Not found', text: 'It does not exist on this site, or no longer does.' },
  conflict: { title: 'Changed by someone else', text: 'Load it again to see the latest version.' },
  badRequest: {
    title: 'The service did not understand the request',
    text: 'Change the filters, or reload the page.',
  },
  rateLimited: {
    title: 'Too many calls',
    wait: (n: number) => `This token has used its calls for this minute. Try again in ${seconds(n)}.`,
    ready: 'This token had used its calls for the minute. You can try again now.',
  },
  overloaded: {
    title: 'The service is busy',
    wait: (n: number) => `Try again in ${seconds(n)}.`,
    ready: 'You can try again now.',
  },
  server: { title: 'The service had an error', text: 'Nothing is wrong with your request. Try again in a moment.' },
  network: { title: 'No answer from the service', text: 'Check your connection. The service may also be down.' },
  timeout: { title: 'The service took too long', text: 'It did not answer in time. Try again.' },
  unreadable: {
    title: 'The answer could not be read',
    text: 'It was cut short, or it does not match this API. Try again.',
  },
  program: { title: 'Something went wrong here', text: 'This is a fault in Support Console. Reload the page.' },
});
