import { MAX_SESSION_MESSAGES, type IngestItem } from '#contract/ingest.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import { findIdentity } from '#server/customers/find-identity.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { checkPast, fieldError } from '#server/operation/field-errors.ts';
import type { ContactSite, SiteRef } from '#server/operation/call.ts';
import {
  deleteDelivery,
  getSessionOfDelivery,
  insertMessages,
  summarizeSession,
  upsertSession,
  type NewMessage,
} from './session-write.sql.ts';
import type { StoredRecord } from './stored-record.ts';
import { checkTicket } from '#server/tickets/known-ticket.ts';

/**
 * Appends messages to a session, which it creates if necessary, and links it to the existing customer with the email or
 * phone. The same external_id replaces the messages of the earlier delivery. Call it inside a transaction. See
 * docs/api.md, "Sessions" and "Ingest".
 * @throws ApiError bad_field, not_found, conflict
 */
export async function recordTranscript(
  db: Db,
  site: ContactSite,
  item: IngestItem<'transcript'>,
  context: AuditContext,
): Promise<StoredRecord> {
  const { session_id: sessionId, external_id: externalId = null } = item;
  const messages = messagesOf(item, context.now);
  await checkTicket(db, site, item.ticket_id);
  const session = await upsertSession(db, site.id, {
    sessionId,
    channel: item.channel ?? null,
    visitorKey: item.visitor_key ?? null,
    customerIdentityId: await findIdentity(db, site, { email: item.email ?? null, phone: item.phone ?? null }),
    ticketId: item.ticket_id ?? null,
    startedUtc: startOf(item, messages, context.now),
    endedUtc: item.ended_utc,
  });
  const isRepeat = externalId !== null && (await deleteEarlierDelivery(db, site, { sessionId, externalId }));
  await insertMessages(db, site.id, { sessionId, externalId }, messages);
  const count = await summarizeSession(db, site.id, sessionId);
  if (messages.length > 0 && count > MAX_SESSION_MESSAGES) {
    throw fieldError('messages', `would be more than the ${MAX_SESSION_MESSAGES} that a session takes`);
  }
  return { id: session.id, is_new: !isRepeat && (session.is_new || messages.length > 0) };
}

function messagesOf(item: IngestItem<'transcript'>, now: Date): NewMessage[] {
  checkPast('created_utc', item.created_utc, now);
  checkPast('ended_utc', item.ended_utc, now);
  const at = item.created_utc ?? now.toISOString();
  return item.messages.map((message, index) => {
    checkPast(`messages[${index}].created_utc`, message.created_utc, now);
    return {
      role: message.role,
      text: message.text,
      authorName: message.author_name ?? null,
      tokens: message.tokens ?? null,
      costUsd: message.cost_usd ?? null,
      latencyMs: message.latency_ms ?? null,
      createdUtc: message.created_utc ?? at,
    };
  });
}

/** Timestamps in one format: the smallest as text is the earliest. */
function startOf(item: IngestItem<'transcript'>, messages: readonly NewMessage[], now: Date): string {
  const instants = messages.map(({ createdUtc }) => createdUtc);
  if (item.created_utc !== undefined) instants.push(item.created_utc);
  if (instants.length === 0 && typeof item.ended_utc === 'string') instants.push(item.ended_utc);
  return instants.toSorted()[0] ?? now.toISOString();
}

/** Deletes the messages of an earlier delivery; returns whether there were any. */
async function deleteEarlierDelivery(
  db: Db,
  site: SiteRef,
  { sessionId, externalId }: { readonly sessionId: string; readonly externalId: string },
): Promise<boolean> {
  const before = await getSessionOfDelivery(db, site.id, externalId);
  if (before === undefined) return false;
  if (before !== sessionId) throw new ApiError('conflict', 'Another session has this external_id');
  await deleteDelivery(db, site.id, externalId);
  return true;
}
