import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

/** Of what comes after the first paint. The sheet of keyboard shortcuts first. */
export const messages = defineMessages({
  title: 'Keyboard shortcuts',
  then: 'then',
  off: 'Letter keys are off.',
  on: 'Letter keys are on.',
  change: 'Change keys',
  turnOn: 'Turn on letter keys',
  turnOff: 'Turn off letter keys',
  ignored: (n: number) =>
    plural(n, {
      one: 'One filter in this link isn’t supported.',
      other: `${n} filters in this link aren’t supported.`,
    }),
  tabs: { search: 'Search', more: 'More' },
  connection: {
    offline: 'You’re offline',
    noAnswer: 'The service isn’t answering',
    showing: (time: string) => `Showing data from ${time}.`,
    retry: 'Try now',
    back: 'Back online',
  },
  notProvided: 'Not provided by this service',
  needs: (extension: string) => `This page needs the extension “${extension}”, which this service doesn’t have.`,
  notFound: {
    title: 'Page not found',
    heading: 'There is no page at this address',
    text: 'It may have moved, or the address may be mistyped.',
    toInbox: 'Go to the inbox',
  },
});
