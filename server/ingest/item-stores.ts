import type { IngestItem, IngestKind } from '#contract/ingest.ts';
import type { FEATURES } from '#contract/operation.ts';
import { recordAiCall, type AiCallContext } from '#server/ai/record-ai-call.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import { recordFeedback } from '#server/conversations/feedback.ts';
import { recordHandoff } from '#server/conversations/handoffs.ts';
import { recordMessage } from '#server/conversations/record-message.ts';
import { recordTranscript } from '#server/conversations/record-transcript.ts';
import { upsertStarter } from '#server/conversations/starters.ts';
import type { StoredRecord } from '#server/conversations/stored-record.ts';
import { recordCsat } from '#server/csat/record-csat.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Site } from '#server/operation/call.ts';
import { checkPast } from '#server/operation/field-errors.ts';
import { upsertSegment } from '#server/visitors/upsert-segment.ts';
import type { ItemIdentifiers } from './blocked-item.ts';

type Feature = Exclude<(typeof FEATURES)[number], 'ai_copilot'>;

interface ItemStore<Kind extends IngestKind> {
  /** Call it inside a transaction. @throws ApiError */
  readonly store: (db: Db, site: Site, item: IngestItem<Kind>, context: AiCallContext) => Promise<StoredRecord>;
  /** The feature that the item requires. */
  readonly needs?: (item: IngestItem<Kind>) => Feature | null;
  /** The values of the item that can identify a customer. */
  readonly identifiers?: (item: IngestItem<Kind>) => ItemIdentifiers;
}

/** How to store the items of each kind. */
export const ITEM_STORES: { readonly [Kind in IngestKind]: ItemStore<Kind> } = {
  csat: { store: storeCsat, identifiers: (item) => ({ ticketId: item.ticket_id }) },
  feedback: {
    store: recordFeedback,
    identifiers: (item) => ({ ticketId: item.ticket_id, sessionId: item.session_id, visitorKey: item.visitor_key }),
  },
  transcript: {
    store: recordTranscript,
    identifiers: (item) => ({
      email: item.email,
      phone: item.phone,
      ticketId: item.ticket_id,
      sessionId: item.session_id,
      visitorKey: item.visitor_key,
    }),
  },
  handoff: {
    store: recordHandoff,
    identifiers: (item) => ({ ticketId: item.ticket_id, sessionId: item.session_id }),
  },
  ai_call: { store: storeAiCall, needs: () => 'ai_usage' },
  // Messages of the web need no channel feature.
  message: {
    store: recordMessage,
    needs: ({ channel }) => (channel === 'web' ? null : 'channels'),
    identifiers: ({ channel, external_user_id: externalUserId, ticket_id: ticketId }) => ({
      handle: { channel, externalUserId },
      ticketId,
    }),
  },
  conversation_starter: { store: upsertStarter },
  segment: { store: upsertSegment },
};

/** Records an AI call that another program made. Call it inside a transaction. @throws ApiError bad_field */
function storeAiCall(db: Db, site: Site, item: IngestItem<'ai_call'>, context: AiCallContext): Promise<StoredRecord> {
  checkPast('created_utc', item.created_utc, context.now);
  const call = {
    feature: item.feature,
    model: item.model,
    inputTokens: item.input_tokens,
    outputTokens: item.output_tokens,
    latencyMs: item.latency_ms,
    status: item.status,
    errorCode: item.error_code ?? null,
    cacheHit: item.cache_hit ?? false,
    costUsd: item.cost_usd ?? null,
    sessionId: item.session_id ?? null,
    externalId: item.external_id ?? null,
    createdUtc: item.created_utc ?? null,
  };
  return recordAiCall(db, site, call, context);
}

/**
 * Records a rating from another program. Call it inside a transaction. @throws ApiError missing_field, bad_field,
 * not_found
 */
async function storeCsat(db: Db, site: Site, item: IngestItem<'csat'>, context: AuditContext): Promise<StoredRecord> {
  checkPast('created_utc', item.created_utc, context.now);
  const { ticket_id: ticketId = null, score, comment = null, external_id: externalId = null } = item;
  if (ticketId === null) throw new ApiError('missing_field', 'ticket_id or ticket_external_id is required');
  const given = { ticketId, score, comment, externalId };
  const at = item.created_utc === undefined ? {} : { createdUtc: item.created_utc };
  const stored = await recordCsat(db, site, { ...given, ...at }, context);
  if (stored === undefined) throw new ApiError('not_found', 'There is no ticket with this id');
  return stored;
}
