import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({
  label: 'Settings',
  tokens: 'API tokens',
  tokenWords: 'api key secret scope access rotate revoke whoami permission',
  issueToken: 'Issue API token',
  issueTokenWords: 'new create key secret',
  tags: 'Tags',
  webhooks: 'Webhooks',
  log: 'Webhook deliveries',
  audit: 'Audit log',
  embedding: 'Embed in a portal',
  appearance: 'Appearance',
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
    { key: 'tokens', path: '/settings/tokens', label: messages.tokens, keywords: messages.tokenWords },
    {
      key: 'issue-token',
      path: '/settings/tokens',
      label: messages.issueToken,
      icon: 'key',
      isVerb: true,
      keywords: messages.issueTokenWords,
      isExtension: true,
      scope: 'tokens:write',
    },
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
    { key: 'log', path: '/settings/webhooks/log', label: messages.log, isExtension: true },
    { key: 'audit', path: '/settings/audit', label: messages.audit, keywords: 'history', isExtension: true },
    { key: 'embedding', path: '/settings/embedding', label: messages.embedding },
    { key: 'appearance', path: '/settings/appearance', label: messages.appearance },
  ],
  keys: [
    { group: messages.tokens, entries: { issue: { keys: 'n', label: messages.issueToken } } },
    { group: messages.webhooks, entries: { add: { keys: 'n', label: messages.newWebhook } } },
  ],
} as const satisfies View;
