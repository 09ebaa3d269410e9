import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({ label: 'Bulk bind', pause: 'Pause or resume' });

export const view = {
  id: 'bulk-bind',
  path: '/manage/bulk-bind',
  owns: ['/manage/bulk-bind'],
  order: 7,
  label: messages.label,
  icon: 'link',
  goKeys: 'g b',
  maxKb: 45,
  keys: [{ group: messages.label, entries: { pause: { keys: 'space', label: messages.pause } } }],
} as const satisfies View;
