import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  palette: {
    title: 'Command palette',
    close: 'Close',
    placeholder: 'Search tickets or type a command',
    groups: {
      recent: 'Recent',
      ticket: 'This ticket',
      customers: 'Customers',
      tickets: 'Tickets',
      go: 'Go to',
      settings: 'Settings',
    },
    empty: (text: string) => `Nothing matches “${text}”.`,
    searching: 'Searching',
    wholeAddress: 'No customer has it. Type a whole email address or phone number.',
    failed: 'The search got no answer. Type on to try again.',
    results: (n: number) => plural(n, { one: `${n} result`, other: `${n} results` }),
    move: 'move',
    run: 'run',
    newTab: 'open in new tab',
    commands: 'commands',
    customers: 'customers',
    tickets: 'tickets',
  },
  commands: {
    light: 'Use the light theme',
    dark: 'Use the dark theme',
    system: 'Use the theme of the system',
    compact: 'Use compact density',
    comfortable: 'Use comfortable density',
    lettersOn: 'Switch letter keys on',
    lettersOff: 'Switch letter keys off',
    shortcuts: 'Keyboard shortcuts',
    signOut: 'Sign out',
  },
});
