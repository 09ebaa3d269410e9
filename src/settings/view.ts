import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({
  label: 'Settings',
  tags: 'Tags',
  log: 'Webhook deliveries',
  audit: 'Audit log',
  embedding: 'Embed in a portal',
  appearance: 'Appearance',
  newTag: 'New tag',
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
    { key: 'log', path: '/settings/webhooks/log', label: messages.log, extension: 'webhook_deliveries' },
    { key: 'audit', path: '/settings/audit', label: messages.audit, keywords: 'history', extension: 'audit_log' },
    { key: 'embedding', path: '/settings/embedding', label: messages.embedding },
    { key: 'appearance', path: '/settings/appearance', label: messages.appearance },
  ],
} as const satisfies View;
