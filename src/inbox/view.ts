import type { View } from '#src/panels/view-type.ts';
import { messages } from './messages.ts';

export const view = {
  id: 'inbox',
  path: '/inbox',
  owns: ['/inbox', '/tickets', '/queue'],
  order: 1,
  label: messages.title,
  icon: 'inbox',
  goKeys: 'g i',
  isTab: true,
  startFor: 'any',
  skeleton: 'list',
  embed: { name: 'inbox', pages: { queue: '/queue' }, writes: ['tickets:write'], height: 720 },
} as const satisfies View;
