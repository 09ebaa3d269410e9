import { defineMessages } from '#src/i18n/messages.ts';

/** Of what comes after the first paint. The sheet of keyboard shortcuts first. */
export const messages = defineMessages({
  title: 'Keyboard shortcuts',
  then: 'then',
  off: 'Letter keys are switched off.',
  on: 'Letter keys are on.',
  change: 'Change keys',
  turnOn: 'Switch them on',
  turnOff: 'Switch them off',
  tabs: { search: 'Search', more: 'More' },
  connection: {
    offline: 'You are offline',
    noAnswer: 'The service is not answering',
    showing: (time: string) => `Showing data from ${time}.`,
    retry: 'Try now',
    back: 'Connected again',
  },
  notProvided: 'Not provided by this service',
  needs: (extension: string) => `This page needs the extension “${extension}”, which this service does not have.`,
  notFound: {
    title: 'Page not found',
    heading: 'There is no page at this address',
    text: 'It may have moved, or the address may be mistyped.',
    toInbox: 'Go to the inbox',
  },
});
