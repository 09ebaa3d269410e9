import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

const seconds = (n: number): string => plural(n, { one: `${n} second`, other: `${n} seconds` });

export const messages = defineMessages({
  unauthorized: { title: 'This token no longer works', text: 'Sign in again. Your filters are kept.' },
  forbidden: {
    title: 'Not allowed',
    text: 'This token lacks the scope for it. A site administrator can issue another.',
  },
  notFound: { title: 'Not found', text: 'It does not exist in this site, or no longer.' },
  conflict: { title: 'Changed in the meantime', text: 'Someone else changed it. Load it again to see how it stands.' },
  badRequest: {
    title: 'The service did not understand the request',
    text: 'Change the filters, or load the page again.',
  },
  rateLimited: {
    title: 'Too many calls for now',
    wait: (n: number) => `This token has used up its allowance. It can go on in ${seconds(n)}.`,
    ready: 'This token had used up its allowance. It can go on now.',
  },
  overloaded: {
    title: 'The service is busy',
    wait: (n: number) => `It asks to be tried again in ${seconds(n)}.`,
    ready: 'It can be tried again now.',
  },
  server: { title: 'The service had an error', text: 'Nothing is wrong with your request. Try again in a moment.' },
  network: { title: 'No answer from the service', text: 'Check the connection. The service may also be down.' },
  timeout: { title: 'The service took too long', text: 'No answer came in time. Try again.' },
  unreadable: {
    title: 'The answer could not be read',
    text: 'It was cut short or is not in the form of this API. Try again.',
  },
  program: { title: 'Something went wrong here', text: 'This is a fault of the dashboard. Load the page again.' },
});
