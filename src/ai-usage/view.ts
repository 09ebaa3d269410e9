import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({
  label: 'AI usage & guardrails',
  group: 'AI',
  side: 'Usage & guardrails',
  calls: 'AI calls',
  pages: 'AI usage',
  metric: 'Cost, calls or tokens',
  edit: 'Edit caps',
  gauge: 'Spend against budget',
  downloadCalls: 'Download AI calls',
  editCaps: 'Edit AI caps',
});

export const view = {
  id: 'ai',
  path: '/ai/usage',
  owns: ['/ai'],
  label: messages.label,
  icon: 'spark',
  goKeys: 'g a',
  group: messages.group,
  sideLabel: messages.side,
  tabLabel: messages.group,
  isTab: true,
  places: [
    {
      key: 'edit-caps',
      path: '/ai/usage?edit=1',
      label: messages.editCaps,
      icon: 'pencil',
      scope: 'ai_limits:write',
    },
    { key: 'calls', path: '/ai/usage/calls', label: messages.calls, isExtension: true },
    {
      key: 'calls-download',
      path: '/ai/usage/calls',
      label: messages.downloadCalls,
      icon: 'download',
      isVerb: true,
      isExtension: true,
    },
  ],
  embed: {
    name: 'ai-usage',
    pages: { calls: '/ai/usage/calls' },
    widgets: { gauge: messages.gauge },
    writes: ['ai_limits:write'],
    height: 900,
  },
  keys: [
    {
      group: messages.pages,
      entries: { metric: { keys: 'm', label: messages.metric }, edit: { keys: 'b', label: messages.edit } },
    },
  ],
} as const satisfies View;
