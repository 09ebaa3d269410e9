import { emailKey } from '#contract/contact-keys.ts';
import type { RunTraits } from './run-traits.ts';

/** Whom a kept answer is about, as an erasure looks for it. */
export interface AnswerSubject {
  readonly ticketId: bigint | null;
  /** In matched form. */
  readonly emailKey: string | null;
}

/**
 * Read from the fields of a call and of its reply that are known to name somebody. A ticket has its requester for life,
 * so what is about a ticket needs nothing but its id.
 */
export function subjectOfAnswer(
  { ticketIdField }: Pick<RunTraits, 'ticketIdField'>,
  body: unknown,
  reply: unknown,
): AnswerSubject {
  const ticketId = idOf(reply, ticketIdField ?? 'ticket_id') ?? idOf(body, 'ticket_id');
  const email = fieldOf(reply, 'requester_email');
  return { ticketId, emailKey: typeof email === 'string' ? emailKey(email) : null };
}

function idOf(value: unknown, name: string): bigint | null {
  const id = fieldOf(value, name);
  return typeof id === 'bigint' ? id : null;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
