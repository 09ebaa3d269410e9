import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  title: (name: string, time: string) => `${name} changed this ticket at ${time}, after you opened it.`,
  titlePlain: 'Someone else changed this ticket after you opened it.',
  change: (field: string, from: string, to: string) => `${field} ${from} → ${to}`,
  and: (first: string, second: string) => `${first}, ${second}`,
  onlyThread: 'Only the conversation has changed.',
  notSaved: (what: string) => `Not saved: ${what}.`,
  keepTheirs: 'Keep theirs',
  applyMine: 'Apply mine',
  fields: {
    status: 'Status',
    priority: 'Priority',
    assignee: 'Assignee',
    tags: 'Tags',
    snoozed: 'Snoozed until',
  },
  nothing: 'none',
  nobody: 'nobody',
});
