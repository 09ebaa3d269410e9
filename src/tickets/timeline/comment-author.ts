import type { Comment } from '#contract/tickets.ts';
import { messages } from '#src/tickets/messages.ts';

/** Who wrote it: the name, else what kind of author it was. */
export function authorOf({ author_name: name, author_kind: kind }: Comment): string {
  const { thread } = messages;
  if (name !== null) return name;
  if (kind === 'customer') return thread.customer;
  if (kind === 'agent') return thread.agent;
  return kind === 'ai' ? thread.ai : thread.someone;
}
