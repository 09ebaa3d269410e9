import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  settings: 'Settings',
  tabs: 'Settings sections',
  appearance: 'Appearance',
  tags: 'Tags',
  webhooks: 'Webhook deliveries',
  embedding: 'Embedding',
  shortcuts: 'Keys',
  lead: 'How Support Console looks on this device',
  leadText: 'Changes take effect at once, in every open tab of this browser. Nothing is sent to the service.',
  theme: {
    name: 'Theme',
    text: 'System follows the setting of your device.',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
  },
  density: {
    name: 'Density',
    text: 'Comfortable has larger text and taller rows.',
    compact: 'Compact',
    comfortable: 'Comfortable',
  },
  zone: {
    name: 'Times are shown in',
    text: (now: string) => `It is now ${now}.`,
    browser: 'This device’s time zone',
    site: 'The site’s time zone',
    siteUnknown: 'The service doesn’t say the site’s time zone, so UTC is used.',
    utc: 'UTC',
  },
  start: {
    name: 'First page',
    text: 'The page you see after signing in. By API token: admins begin at Health, everyone else in the inbox.',
    byToken: 'By API token',
  },
  undoSend: {
    name: 'Undo send',
    text: 'How long a reply or note waits before it is sent. Undo brings the text back.',
    off: 'At once',
    seconds: (n: number) => `${n} s`,
  },
  keys: {
    name: 'Letter keys',
    text: 'Single keys such as J, K and / act at once. Keys with Ctrl or ⌘ always work.',
    on: 'On',
    off: 'Off',
    list: 'Show keyboard shortcuts',
  },
});

/** Of the page of keys. */
export const keysMessages = defineMessages({
  lead: 'Your keys on this device',
  leadText: 'Choose your own keys for what you do often. Nothing is sent to the service.',
  letters: 'Letter keys',
  lettersText: 'Single keys act at once, but never while you are typing. Keys with Ctrl or ⌘ always work.',
  fixed: 'Esc, Enter, Tab and the arrow keys do the same on every page and can’t be changed.',
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
  begins: (keys: string, label: string) => `${keys} and the keys for “${label}” begin alike, so they can’t both work.`,
  ofBrowser: (keys: string) => `The browser uses ${keys} itself.`,
  ofViews: 'The numbers 1 to 9 open saved views.',
  ofPage: (keys: string) => `${keys} moves and opens things on every page.`,
});
