import { defineMessages } from '#src/i18n/messages.ts';

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
});
