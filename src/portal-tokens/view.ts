import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({
  label: 'Portal links',
  issue: 'Issue a link',
  words: 'portal token tokens',
  revoke: 'Revoke portal links',
  revokeWords: 'id address portal token withdraw',
  download: 'Download portal links',
  downloadWords: 'portal token',
  soon: 'Portal links that expire soon',
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
      key: 'revoke',
      path: '/manage/portal-tokens',
      label: messages.revoke,
      icon: 'close',
      isVerb: true,
      keywords: messages.revokeWords,
      scope: 'portal_tokens:write',
    },
    {
      key: 'download',
      path: '/manage/portal-tokens',
      label: messages.download,
      icon: 'download',
      isVerb: true,
      keywords: messages.downloadWords,
      isExtension: true,
    },
    {
      key: 'soon',
      path: '/manage/portal-tokens?show=expiring',
      label: messages.soon,
      icon: 'clock',
      isExtension: true,
    },
  ],
  keys: [{ group: messages.label, entries: { issue: { keys: 'n', label: messages.issue } } }],
} as const satisfies View;
