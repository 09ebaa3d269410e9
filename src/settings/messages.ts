import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  settings: 'Settings',
  tabs: 'Settings sections',
  appearance: 'Appearance',
  tags: 'Tags',
  webhooks: 'Webhook deliveries',
  shortcuts: 'Keys',
  lead: 'How Support Console looks on this device',
  leadText: 'Each choice takes effect at once, in every open tab of this browser. None of this is sent to the service.',
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
    siteUnknown: 'The service does not say what the site’s time zone is, so UTC is used.',
    utc: 'UTC',
  },
  start: {
    name: 'First page',
    text: 'Where signing in leads. Left to the token, an admin begins at Health and everyone else in the inbox.',
    byToken: 'By the token',
  },
  keys: {
    name: 'Letter keys',
    text: 'Single keys such as J, K and / act at once. Keys with Ctrl or ⌘ always work.',
    on: 'On',
    off: 'Off',
    list: 'Show keyboard shortcuts',
  },
});
