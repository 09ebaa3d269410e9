import { defineMessages, plural } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  palette: {
    title: 'Command palette',
    close: 'Close',
    placeholder: 'Search tickets or type a command',
    groups: {
      recent: 'Recent',
      ticket: 'This ticket',
      customer: 'This customer',
      list: 'This list',
      customers: 'Customers',
      tickets: 'Tickets',
      go: 'Go to',
      settings: 'Settings',
    },
    selection: 'Selected tickets',
    savedView: 'Saved view',
    missing: (n: number) =>
      plural(n, { one: 'Type one more letter to search tickets.', other: 'Type two more letters to search tickets.' }),
    empty: (text: string) => `Nothing matches “${text}”.`,
    searching: 'Searching',
    nobody: 'No customer found. Type a name, email, phone or channel.',
    wholeAddress: 'No customer found. Type a full email address or phone number.',
    failed: 'The search failed. Keep typing to try again.',
    results: (n: number) => plural(n, { one: `${n} result`, other: `${n} results` }),
    move: 'move',
    run: 'run',
    newTab: 'open in new tab',
    commands: 'commands',
    customers: 'customers',
    tickets: 'tickets',
  },
  fileWords: 'export csv file list',
  commands: {
    light: 'Use the light theme',
    dark: 'Use the dark theme',
    system: 'Use the system theme',
    compact: 'Use compact density',
    comfortable: 'Use comfortable density',
    lettersOn: 'Turn on letter keys',
    lettersOff: 'Turn off letter keys',
    shortcuts: 'Keyboard shortcuts',
    signOut: 'Sign out',
  },
  customer: {
    identity: (id: string) => `Customer ${id}`,
    tickets: (n: number) => plural(n, { one: '1 ticket', other: `${n} tickets` }),
  },
  /** Commands for the tickets in hand. */
  ticket: {
    markAs: {
      open: 'Reopen',
      pending: 'Mark as pending',
      resolved: 'Mark as resolved',
      closed: 'Mark as closed',
    },
    portalLink: 'Issue portal link for the requester',
    /** After "Mark as resolved": what the list does then. */
    andNext: 'and next',
    assignTo: (name: string) => `Assign to ${name}`,
    unassign: 'Unassign',
    setPriority: {
      urgent: 'Set priority to urgent',
      high: 'Set priority to high',
      normal: 'Set priority to normal',
      low: 'Set priority to low',
    },
    tag: { add: (name: string) => `Add tag ${name}`, remove: (name: string) => `Remove tag ${name}` },
    snoozeUntil: {
      laterToday: 'Snooze for 3 hours',
      tomorrow: 'Snooze until tomorrow morning',
      monday: 'Snooze until Monday morning',
      week: 'Snooze for a week',
    },
    wake: 'Unsnooze',
  },
});
