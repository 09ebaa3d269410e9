import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  primary: 'Primary',
  ignored: (what: string) => `Ignored an unknown filter: ${what}`,
  skip: 'Skip to content',
  search: 'Search or jump to',
  searchShort: 'Search',
  searchLong: 'Search or run a command',
  more: 'More',
  sidebar: 'Collapse or expand the sidebar',
  refresh: 'Refresh',
  pages: {
    inbox: 'Inbox',
    customers: 'Customers',
    ai: 'AI usage & guardrails',
    portalTokens: 'Portal tokens',
    settings: 'Settings',
  },
  /** Under the heading of its group, and where there is little room. */
  shortPages: { ai: 'Usage & guardrails', aiTab: 'AI' },
  pageGroups: { ai: 'AI', manage: 'Manage' },
  site: {
    menu: (name: string) => `${name}, site and token`,
    menuHint: 'site and token',
    token: 'Token',
    demo: 'Demo',
  },
  connection: {
    offline: 'You are offline',
    noAnswer: 'The service is not answering',
    showing: (time: string) => `Showing data from ${time}.`,
    retry: 'Try now',
    back: 'Connected again',
  },
  keys: {
    everywhere: 'Everywhere',
    goTo: (page: string) => `Go to ${page}`,
    palette: 'Search or run a command',
    sheet: 'Show keyboard shortcuts',
  },
  notFound: {
    title: 'Page not found',
    heading: 'There is no page at this address',
    text: 'It may have moved, or the address may be mistyped.',
    toInbox: 'Go to the inbox',
  },
});
