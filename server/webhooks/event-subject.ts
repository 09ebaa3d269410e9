import { emailKey } from '#contract/contact-keys.ts';
import type { EventType } from '#contract/webhook-events.ts';

/** The people an event is about, for erasure: IDs, and normalized complete values. */
export interface EventSubject {
  readonly ticketId: bigint | null;
  readonly visitorId: bigint | null;
  readonly identityId: bigint | null;
  readonly sessionId: string | null;
  readonly emailKey: string | null;
  /**
   * Set by the recorder of the event, which knows the country for normalizing; only if nothing else identifies the
   * person.
   */
  readonly phoneKey: string | null;
}

export const NO_SUBJECT: EventSubject = {
  ticketId: null,
  visitorId: null,
  identityId: null,
  sessionId: null,
  emailKey: null,
  phoneKey: null,
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * Derives the subject from the fields that identify people. The requester of a ticket never changes, so its ID is
 * enough for ticket events.
 */
export function subjectOf(type: EventType, data: Fields, pii: Fields): EventSubject {
  const family = type.slice(0, type.indexOf('.'));
  const ticketId = idOf(data['ticket_id']) ?? (family === 'ticket' ? idOf(data['id']) : null);
  const sessionId = textOf(data['session_id']);
  if (family === 'portal_token') return { ...NO_SUBJECT, emailKey: keyOf(emailKey, pii['requester_email']) };
  if (family !== 'visitor') return { ...NO_SUBJECT, ticketId, sessionId };
  return {
    ...NO_SUBJECT,
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
