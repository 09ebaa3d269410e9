import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({
  label: 'Bulk bind',
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
} as const satisfies View;
