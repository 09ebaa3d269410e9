import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  lead: 'Your keys on this device',
  leadText: 'Give what you do often the keys you like. Nothing of it is sent to the service.',
  letters: 'Letter keys',
  lettersText: 'Single keys act at once, but never while you write. Keys with Ctrl or ⌘ always work.',
  fixed: 'Esc, Enter, Tab and the arrows mean the same on every page and stay as they are.',
  on: 'On',
  off: 'Off',
  changed: (n: number) =>
    plural(n, { one: '1 key differs from the default', other: `${n} keys differ from the default` }),
  resetAll: 'Reset all',
  resetDone: 'All keys are as they were at first',
  change: (label: string) => `Change the key for ${label}`,
  changeShort: 'Change',
  reset: (label: string) => `Reset the key for ${label}`,
  resetShort: 'Reset',
  then: 'then',
  record: (label: string) => `New key for ${label}`,
  recordHint: 'Press one key or two, one after the other. Enter saves, Backspace clears, Esc cancels.',
  waiting: 'Press a key',
  save: 'Save',
  cancel: 'Cancel',
  saved: (label: string, keys: string) => `${label}: ${keys}`,
  taken: (keys: string, label: string) => `${keys} is taken by “${label}”.`,
  begins: (keys: string, label: string) =>
    `${keys} is the beginning of the keys for “${label}”, or the other way round.`,
  ofBrowser: (keys: string) => `The browser keeps ${keys} for itself.`,
  ofViews: 'The numbers 1 to 9 open saved views.',
  ofPage: (keys: string) => `${keys} moves and opens things on every page.`,
});
