import { defineMessages, plural } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  name: 'Transcript',
  role: { visitor: 'Visitor', ai: 'AI', agent: 'Agent', system: 'System' },
  handoff: 'Handed over',
  reason: (reason: string) => `Reason: ${reason}`,
  tokens: (tokens: string) => `${tokens} tokens`,
  find: 'Find in this conversation',
  clear: 'Clear the search',
  next: 'Next match',
  previous: 'Previous match',
  found: (at: string, total: string) => `${at} of ${total}`,
  nothing: 'No match',
  toHandoff: 'Jump to the handoff',
  copy: 'Copy the transcript',
  save: 'Download as text',
  file: (session: string) => `transcript-${session}`,
  empty: 'No messages in this conversation',
  emptyText: 'It began, but nothing was said.',
  missing: {
    title: 'No transcript is stored for this session',
    text: 'What was said was never sent, or has been erased.',
  },
  said: (n: number, shown: string) => plural(n, { one: '1 message', other: `${shown} messages` }),
});
