import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({
  label: 'Settings',
  tokens: 'API tokens',
  tokenWords: 'api key secret scope access rotate revoke whoami permission',
  issueToken: 'Issue API token',
  issueTokenWords: 'new create key secret',
  tags: 'Tags',
  log: 'Webhook deliveries',
  embedding: 'Embed in a portal',
  appearance: 'Appearance',
  keys: 'Keys',
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
    { key: 'tokens', path: '/settings/tokens', label: messages.tokens, keywords: messages.tokenWords },
    {
      key: 'issue-token',
      path: '/settings/tokens',
      label: messages.issueToken,
      icon: 'key',
      isVerb: true,
      keywords: messages.issueTokenWords,
      extension: 'api_tokens',
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
    { key: 'log', path: '/settings/webhooks/log', label: messages.log, extension: 'webhook_deliveries' },
    { key: 'embedding', path: '/settings/embedding', label: messages.embedding },
    { key: 'appearance', path: '/settings/appearance', label: messages.appearance },
    { key: 'shortcuts', path: '/settings/keys', label: messages.keys },
  ],
  keys: [{ group: messages.tokens, entries: { issue: { keys: 'c', label: messages.issueToken } } }],
} as const satisfies View;
