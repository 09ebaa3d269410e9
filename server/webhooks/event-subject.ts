import { emailKey } from '#contract/contact-keys.ts';
import type { EventType } from '#contract/webhook-events.ts';

/** Whom an event is about, as an erasure looks for it: ids, and whole values in matched form. */
export interface EventSubject {
  readonly ticketId: bigint | null;
  readonly visitorId: bigint | null;
  readonly identityId: bigint | null;
  readonly sessionId: string | null;
  readonly emailKey: string | null;
  /** Where nothing else says who it is; who records the event knows the country that it is matched by. */
  readonly phoneKey: string | null;
}

export const NOBODY: EventSubject = {
  ticketId: null,
  visitorId: null,
  identityId: null,
  sessionId: null,
  emailKey: null,
  phoneKey: null,
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads it from the fields of an event that are known to name somebody. A ticket has its requester for life, so its
 * events need nothing but its id.
 */
export function subjectOf(type: EventType, data: Fields, pii: Fields): EventSubject {
  const family = type.slice(0, type.indexOf('.'));
  const ticketId = idOf(data['ticket_id']) ?? (family === 'ticket' ? idOf(data['id']) : null);
  const sessionId = textOf(data['session_id']);
  if (family === 'portal_token') return { ...NOBODY, emailKey: keyOf(emailKey, pii['requester_email']) };
  if (family !== 'visitor') return { ...NOBODY, ticketId, sessionId };
  return {
    ...NOBODY,
    visitorId: idOf(data['id']),
    identityId: idOf(data['customer_identity_id']),
    emailKey: keyOf(emailKey, pii['email']),
  };
}

function idOf(value: unknown): bigint | null {
  return typeof value === 'bigint' ? value : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function keyOf(toKey: (text: string) => string | null, value: unknown): string | null {
  return typeof value === 'string' ? toKey(value) : null;
}
