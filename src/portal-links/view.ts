import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({
  label: 'Portal links',
  issue: 'Issue a link',
  words: 'portal token tokens revoke',
  download: 'Download portal links',
  downloadWords: 'portal token',
});

export const view = {
  id: 'portal-tokens',
  path: '/manage/portal-tokens',
  owns: ['/manage/portal-tokens'],
  label: messages.label,
  icon: 'key',
  goKeys: 'g p',
  keywords: messages.words,
  places: [
    {
      key: 'download',
      path: '/manage/portal-tokens',
      label: messages.download,
      icon: 'download',
      isVerb: true,
      keywords: messages.downloadWords,
      isExtension: true,
    },
  ],
  keys: [{ group: messages.label, entries: { issue: { keys: 'n', label: messages.issue } } }],
} as const satisfies View;
