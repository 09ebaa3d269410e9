import * as z from 'zod/mini';
import { getTranscript, listAiSessions, SESSION_OUTCOMES } from '#contract/conversations.ts';
import {
  checkOrder,
  dayArgument,
  defineTool,
  idArgument,
  LINE_CHARACTERS,
  maybe,
  maybeId,
  MESSAGE_CHARACTERS,
  MOST_ROWS,
  PAGE,
  PERSONAL,
  textArgument,
  wholeArgument,
} from './tool.ts';

const conversation = {
  session_id: z.string(),
  channel: z.string(),
  name: maybe,
  customer_id: maybeId,
  ticket_id: maybeId,
  outcome: z.string(),
  message_count: z.int(),
  started_utc: z.string(),
  ended_utc: maybe,
};

export const searchConversations = defineTool({
  name: 'search_conversations',
  title: 'Search conversations with the AI',
  description:
    'Finds conversations of visitors with the AI, newest first, with their first question and why they were handed over.',
  hasOutsideText: true,
  input: z.strictObject({
    q: z.optional(textArgument('Words that must all occur in what was said', 200)),
    outcome: z.optional(z.enum(SESSION_OUTCOMES, { error: `must be one of ${SESSION_OUTCOMES.join(', ')}` })),
    ticket_id: z.optional(idArgument('Conversations that belong to this ticket')),
    customer_id: z.optional(idArgument('Conversations of this customer')),
    from: dayArgument('Started on or after this UTC day'),
    to: dayArgument('Started before this UTC day'),
    ...PAGE,
    ...PERSONAL,
  }),
  output: z.object({
    total_count: z.int(),
    items: z.array(z.object({ ...conversation, first_question: maybe, handoff_reason: maybe })),
  }),
  async run(operations, { q, outcome, ticket_id, customer_id, from, to, limit, skip }, show) {
    checkOrder('from', from, 'to', to);
    const query = { q, outcome, ticket_id, customer_identity_id: customer_id, from, to, limit, skip };
    const { items, total_count } = await operations.run(listAiSessions, { query });
    const line = (text: string | null) => (text === null ? null : show.text(text, LINE_CHARACTERS));
    return {
      total_count,
      items: items.map((item) => ({
        ...item,
        name: show.name(item.name),
        customer_id: item.customer_identity_id,
        first_question: line(item.first_question),
        handoff_reason: line(item.reason),
      })),
    };
  },
});

export const readConversation = defineTool({
  name: 'get_conversation',
  title: 'Read a conversation with the AI',
  description: 'Messages of one conversation, oldest first, and its handoffs.',
  hasOutsideText: true,
  input: z.strictObject({
    session_id: textArgument('The session_id of a conversation', 200),
    limit: z._default(wholeArgument(1, MOST_ROWS), MOST_ROWS),
    skip: z._default(wholeArgument(0, 1_000_000), 0),
    ...PERSONAL,
  }),
  output: z.object({
    ...conversation,
    messages: z.array(z.object({ role: z.string(), author_name: maybe, text: z.string(), created_utc: z.string() })),
    handoffs: z.array(
      z.object({ reason: z.string(), status: z.string(), created_utc: z.string(), wait_seconds: z.nullable(z.int()) }),
    ),
  }),
  async run(operations, { session_id, limit, skip }, show) {
    const found = await operations.run(getTranscript, { query: { sessionId: session_id, limit, skip } });
    return {
      ...found,
      name: show.name(found.name ?? null),
      customer_id: found.customer_identity_id,
      messages: found.messages.map((message) => ({
        ...message,
        author_name: message.role === 'visitor' ? show.name(message.author_name) : message.author_name,
        text: show.text(message.text, MESSAGE_CHARACTERS),
      })),
      handoffs: found.handoffs
        .slice(0, MOST_ROWS)
        .map((handoff) => ({ ...handoff, reason: show.text(handoff.reason, LINE_CHARACTERS) })),
    };
  },
});
