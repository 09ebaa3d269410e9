import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  primary: 'Primary',
  ignored: (what: string) => `Ignored an unknown filter: ${what}`,
  skip: 'Skip to content',
  search: 'Search or jump to',
  sidebar: 'Collapse or expand the sidebar',
  refresh: 'Refresh',
  site: {
    menu: (name: string) => `${name}, site and token`,
    menuHint: 'site and token',
    token: 'Token',
    demo: 'Demo',
  },
  keys: {
    everywhere: 'Everywhere',
    goTo: (page: string) => `Go to ${page}`,
    palette: 'Search or run a command',
    sheet: 'Show keyboard shortcuts',
  },
});
