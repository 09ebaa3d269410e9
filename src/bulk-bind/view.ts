import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({
  label: 'Bulk bind',
  pause: 'Pause or resume',
  download: 'Download imports',
});

export const view = {
  id: 'bulk-bind',
  path: '/manage/bulk-bind',
  owns: ['/manage/bulk-bind'],
  label: messages.label,
  icon: 'link',
  goKeys: 'g b',
  places: [
    {
      key: 'download',
      path: '/manage/bulk-bind',
      label: messages.download,
      icon: 'download',
      isVerb: true,
      extension: 'bind_jobs',
    },
  ],
  keys: [{ group: messages.label, entries: { pause: { keys: 'space', label: messages.pause } } }],
} as const satisfies View;
