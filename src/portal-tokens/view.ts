import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({ label: 'Portal tokens', issue: 'Issue a link' });

export const view = {
  id: 'portal-tokens',
  path: '/manage/portal-tokens',
  owns: ['/manage/portal-tokens'],
  order: 6,
  label: messages.label,
  icon: 'key',
  goKeys: 'g p',
  maxKb: 45,
  keys: [{ group: messages.label, entries: { issue: { keys: 'n', label: messages.issue } } }],
} as const satisfies View;
