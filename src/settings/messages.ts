import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  settings: 'Settings',
  tabs: 'Settings sections',
  tokens: 'API tokens',
  appearance: 'Appearance',
  tags: 'Tags',
  savedReplies: 'Saved replies',
  audit: 'Audit log',
  webhooks: 'Webhooks',
  embedding: 'Embedding',
  confirmToken: {
    title: 'Enter your API token',
    field: 'API token',
    which: (label: string) => `The token you signed in with: ${label},`,
    submit: 'Continue',
    cancel: 'Cancel',
    empty: 'Enter the API token.',
    fault: {
      shape: 'This is not an API token. It begins with sck_ and has 48 characters.',
      checksum: 'A character is wrong or missing. Copy the token again.',
    },
    other: 'This is another API token. Enter the one you signed in with.',
  },
  lead: 'These choices are kept on this device and apply at once.',
  theme: {
    name: 'Theme',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
  },
  density: {
    name: 'Density',
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
