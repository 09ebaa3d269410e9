import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({
  label: 'Bulk bind',
});

export const view = {
  id: 'bulk-bind',
  path: '/manage/bulk-bind',
  owns: ['/manage/bulk-bind'],
  label: messages.label,
  icon: 'link',
  goKeys: 'g b',
} as const satisfies View;
