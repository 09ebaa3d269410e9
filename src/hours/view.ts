import { defineMessages } from '#src/i18n/messages.ts';
import type { View } from '#src/panels/view-type.ts';

const messages = defineMessages({
  label: 'Business hours',
  group: 'Manage',
  dates: 'Holidays and dates',
  import: 'Import holidays from an .ics file',
  export: 'Download holidays as an .ics file',
  save: 'Save hours',
  redo: 'Redo the last edit',
  before: 'A week earlier',
  after: 'A week later',
});

export const view = {
  id: 'hours',
  path: '/manage/hours',
  owns: ['/manage/hours'],
  label: messages.label,
  icon: 'clock',
  goKeys: 'g o',
  group: messages.group,
  places: [
    { key: 'dates', path: '/manage/hours/dates', label: messages.dates },
    {
      key: 'import',
      path: '/manage/hours/dates',
      label: messages.import,
      icon: 'plus',
      isVerb: true,
      isExtension: true,
      scope: 'calendar:write',
    },
    { key: 'export', path: '/manage/hours/dates', label: messages.export, icon: 'download', isVerb: true },
  ],
  keys: [
    {
      group: messages.label,
      entries: {
        save: { keys: 'mod+enter', label: messages.save },
        redo: { keys: 'mod+shift+z', label: messages.redo },
      },
    },
    {
      group: messages.dates,
      entries: {
        before: { keys: 'arrowleft', label: messages.before },
        after: { keys: 'arrowright', label: messages.after },
      },
    },
  ],
} as const satisfies View;
