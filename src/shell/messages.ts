import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  product: 'Support Console',
  siteNumber: (id: string) => `Site ${id}`,
  primary: 'Primary',
  skip: 'Skip to content',
  search: 'Search or jump to',
  searchShort: 'Search',
  searchLong: 'Search or run a command',
  more: 'More',
  sidebar: 'Collapse or expand the sidebar',
  refresh: 'Refresh',
  refreshed: 'Refreshed',
  pages: { inbox: 'Inbox', settings: 'Settings' },
  site: {
    menu: (name: string) => `${name}, site and token`,
    menuHint: 'site and token',
    token: 'Token',
    demo: 'Demo',
  },
  connection: {
    offline: 'You are offline',
    noAnswer: 'The service does not answer',
    showing: (time: string) => `Showing data from ${time}.`,
    retry: 'Try now',
    back: 'Connected again',
  },
  keys: {
    everywhere: 'Everywhere',
    goTo: (page: string) => `Go to ${page}`,
    palette: 'Search or run a command',
    sheet: 'Show all keys',
  },
  notFound: {
    title: 'Page not found',
    heading: 'No page has this address',
    text: 'It may have moved, or the address has a typing error.',
    toInbox: 'Go to the inbox',
  },
});
