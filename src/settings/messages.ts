import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  settings: 'Settings',
  tabs: 'Parts of the settings',
  appearance: 'Appearance',
  tags: 'Tags',
  shortcuts: 'Keys',
  lead: 'How the console looks on this device',
  leadText:
    'Each choice takes effect at once, in every open tab of this browser. Nothing of it is sent to the service.',
  theme: {
    name: 'Theme',
    text: 'System follows the setting of your computer.',
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
    text: (now: string) => `Now it is ${now}.`,
    browser: 'This computer’s zone',
    site: 'The site’s zone',
    siteUnknown: 'The service does not tell the zone of the site, so UTC stands for it.',
    utc: 'UTC',
  },
  keys: {
    name: 'Letter keys',
    text: 'Single keys such as J, K and / act at once. Keys with Ctrl or ⌘ always work.',
    on: 'On',
    off: 'Off',
    list: 'Show all keys',
  },
});
