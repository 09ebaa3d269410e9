import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  lead: 'Your keys on this device',
  leadText: 'Choose the keys you like for what you do often. None of this is sent to the service.',
  letters: 'Letter keys',
  lettersText: 'Single keys act at once, but never while you are typing. Keys with Ctrl or ⌘ always work.',
  fixed: 'Esc, Enter, Tab and the arrows do the same on every page and cannot be changed.',
  on: 'On',
  off: 'Off',
  changed: (n: number) =>
    plural(n, { one: '1 key differs from the default', other: `${n} keys differ from the default` }),
  resetAll: 'Reset all',
  resetDone: 'All keys reset',
  change: (label: string) => `Change the key for ${label}`,
  changeShort: 'Change',
  reset: (label: string) => `Reset the key for ${label}`,
  resetShort: 'Reset',
  then: 'then',
  record: (label: string) => `New key for ${label}`,
  recordHint: 'Press one key, or two one after the other. Enter saves, Backspace clears, Esc cancels.',
  waiting: 'Press a key',
  save: 'Save',
  cancel: 'Cancel',
  saved: (label: string, keys: string) => `${label}: ${keys}`,
  taken: (keys: string, label: string) => `${keys} is taken by “${label}”.`,
  begins: (keys: string, label: string) => `${keys} and the keys for “${label}” begin alike, so they cannot both work.`,
  ofBrowser: (keys: string) => `The browser uses ${keys} itself.`,
  ofViews: 'The numbers 1 to 9 open saved views.',
  ofPage: (keys: string) => `${keys} moves and opens things on every page.`,
});
