import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  title: (session: string) => `Transcript of ${session}`,
  name: 'The transcript',
  missing: {
    title: 'No transcript is stored for this session',
    text: 'Its calls are stored. What was said was never sent, or has been erased.',
  },
  calls: 'Show its calls',
  close: 'Close transcript',
  facts: (outcome: string, channel: string, messages: string) => `${outcome}, ${channel}, ${messages} messages`,
  costOfCalls: 'cost of its calls',
  role: { visitor: 'Visitor', ai: 'AI', agent: 'Agent', system: 'System' },
  said: 'What was said',
  handoff: (reason: string) => `Handed off to people: ${reason}`,
  tokens: (tokens: string) => `${tokens} tokens`,
  more: (count: string) => `Show ${count} more messages`,
  empty: 'Nothing was said in this session.',
});
