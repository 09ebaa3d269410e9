import { defineMessages, plural } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  primary: 'Primary',
  skip: 'Skip to content',
  search: 'Search or jump to',
  sidebar: 'Collapse or expand the sidebar',
  refresh: 'Refresh',
  site: {
    menu: (name: string) => `${name}, site and API token`,
    menuHint: 'site and API token',
    token: 'API token',
    demo: 'Demo',
  },
  keys: {
    everywhere: 'Everywhere',
    goTo: (page: string) => `Go to ${page}`,
    palette: 'Search or run a command',
    sheet: 'Show keyboard shortcuts',
  },
  /** The list of keyboard shortcuts. */
  sheet: {
    title: 'Keyboard shortcuts',
    then: 'then',
    off: 'Letter keys are off.',
    on: 'Letter keys are on.',
    turnOn: 'Turn on letter keys',
    turnOff: 'Turn off letter keys',
  },
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
  documentOnly: 'It has the resources of the API document alone, and this page needs more.',
  notFound: {
    title: 'Page not found',
    heading: 'There is no page at this address',
    text: 'It may have moved, or the address may be mistyped.',
    toInbox: 'Go to the inbox',
  },
});
