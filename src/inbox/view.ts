import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';
import { messages } from './messages.ts';

/** Labels of the palette. */
const texts = defineMessages({
  download: 'Download tickets',
  target: 'Set the reply target',
});

export const view = {
  id: 'inbox',
  path: '/inbox',
  owns: ['/inbox', '/tickets'],
  label: messages.title,
  icon: 'inbox',
  goKeys: 'g i',
  isTab: true,
  startFor: 'any',
  isList: true,
  places: [
    {
      key: 'download',
      path: '/inbox',
      label: texts.download,
      icon: 'download',
      isVerb: true,
    },
    {
      key: 'target',
      path: '/inbox',
      label: texts.target,
      icon: 'clock',
      isVerb: true,
      isExtension: true,
      scope: 'site:write',
    },
  ],
  embed: { name: 'inbox', writes: ['tickets:write', 'ai:invoke'], height: 720 },
} as const satisfies View;
