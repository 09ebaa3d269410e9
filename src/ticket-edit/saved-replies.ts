import { plainText } from '#contract/folded-text.ts';
import { listSavedReplies } from '#contract/saved-replies.ts';
import type { Ticket } from '#contract/tickets.ts';
import { read } from '#src/api/read.ts';

/** Replies that are loaded at once: on a site with more of them the service searches. */
const PAGE = 200;

/** The most used saved replies, or those with all words of a text. */
export function savedReplyOptions(q = '') {
  return { ...read(listSavedReplies, { limit: PAGE, ...(q === '' ? {} : { q }) }), staleTime: 60_000 };
}

/** The fields of a saved reply, in the order of their explanation. */
export const REPLY_FIELDS = ['customer.name', 'customer.email', 'ticket.number', 'agent.name'] as const;
type ReplyField = (typeof REPLY_FIELDS)[number];
export type FieldValues = Readonly<Record<ReplyField, string | null>>;

const FIELD = /\{\{\s*([^\s{}][^{}\n]{0,59}?)\s*\}\}/g;

export function fieldValues(ticket: Ticket, agentName: string): FieldValues {
  const { requester_name: name, requester_email: email, ticket_number: number } = ticket;
  return {
    'customer.name': name,
    'customer.email': email,
    'ticket.number': String(number),
    'agent.name': agentName,
  };
}

/** Fills the fields of a saved reply. An unknown field, or one without a value, stays as it is written. */
export function fillFields(body: string, values: FieldValues): string {
  return body.replaceAll(FIELD, (written, name: string) => {
    const field = REPLY_FIELDS.find((known) => known === name);
    return (field === undefined ? null : values[field]?.trim()) || written;
  });
}

/** Fields of a text that are not filled, each once. */
export function openFields(text: string): readonly string[] {
  return [...new Set([...text.matchAll(FIELD)].map(([written]) => written))];
}

/** Whether a text has all these words, whatever their case and accents, as the service searches. */
export function hasWords(text: string, words: string): boolean {
  const plain = plainText(text);
  return plainText(words)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}
