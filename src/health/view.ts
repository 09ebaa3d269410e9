import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({
  label: 'Health',
  wall: 'Health on a wall',
  pause: 'Pause or resume updates',
  tests: 'Run self-tests',
  rules: 'Change the rules of health',
});

export const view = {
  id: 'health',
  path: '/health',
  owns: ['/health'],
  label: messages.label,
  icon: 'pulse',
  goKeys: 'g h',
  isTab: true,
  startFor: 'site:write',
  places: [
    { key: 'wall', path: '/health?wall=1', label: messages.wall, icon: 'screen' },
    { key: 'tests', path: '/health', label: messages.tests, icon: 'play', isVerb: true },
    {
      key: 'rules',
      path: '/health',
      label: messages.rules,
      icon: 'settings',
      isVerb: true,
      isExtension: true,
    },
  ],
  embed: { name: 'health', hasTime: true, writes: ['site:write'], height: 900 },
  keys: [
    {
      group: messages.label,
      entries: {
        wall: { keys: 'shift+w', label: messages.wall },
        pause: { keys: 'p', label: messages.pause },
      },
    },
  ],
} as const satisfies View;
