import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({
  label: 'Settings',
  tags: 'Tags',
  webhooks: 'Webhooks',
  log: 'Webhook deliveries',
  verify: 'Verify a webhook signature',
  embedding: 'Embed in a portal',
  appearance: 'Appearance',
  keys: 'Keys',
  newTag: 'New tag',
  newWebhook: 'Add webhook',
});

export const view = {
  id: 'settings',
  path: '/settings/appearance',
  owns: ['/settings'],
  label: messages.label,
  icon: 'settings',
  goKeys: 'g ,',
  places: [
    { key: 'tags', path: '/settings/tags', label: messages.tags },
    {
      key: 'new-tag',
      path: '/settings/tags',
      label: messages.newTag,
      icon: 'plus',
      isVerb: true,
      scope: 'tags:write',
    },
    {
      key: 'webhooks',
      path: '/settings/webhooks',
      label: messages.webhooks,
      keywords: 'webhook_subscriptions endpoint',
    },
    {
      key: 'new-webhook',
      path: '/settings/webhooks',
      label: messages.newWebhook,
      icon: 'plus',
      isVerb: true,
      scope: 'webhooks:write',
    },
    { key: 'log', path: '/settings/webhooks/log', label: messages.log, extension: 'webhook_deliveries' },
    { key: 'verify', path: '/settings/webhooks/verify', label: messages.verify },
    { key: 'embedding', path: '/settings/embedding', label: messages.embedding },
    { key: 'appearance', path: '/settings/appearance', label: messages.appearance },
    { key: 'shortcuts', path: '/settings/keys', label: messages.keys },
  ],
} as const satisfies View;
