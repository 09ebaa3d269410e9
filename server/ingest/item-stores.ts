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
import type { ItemSigns } from './blocked-item.ts';

type Feature = Exclude<(typeof FEATURES)[number], 'ai_copilot'>;

interface ItemStore<Kind extends IngestKind> {
  /** To be called inside a transaction. @throws ApiError */
  readonly store: (db: Db, site: Site, item: IngestItem<Kind>, context: AiCallContext) => Promise<StoredRecord>;
  /** The feature without which a site cannot keep the item. */
  readonly needs?: (item: IngestItem<Kind>) => Feature | null;
  /** The values by which the item can belong to a customer. */
  readonly signs?: (item: IngestItem<Kind>) => ItemSigns;
}

/** Stores the items of each kind. */
export const ITEM_STORES: { readonly [Kind in IngestKind]: ItemStore<Kind> } = {
  csat: { store: storeCsat, signs: (item) => ({ ticketId: item.ticket_id }) },
  feedback: {
    store: recordFeedback,
    signs: (item) => ({ ticketId: item.ticket_id, sessionId: item.session_id, visitorKey: item.visitor_key }),
  },
  transcript: {
    store: recordTranscript,
    signs: (item) => ({
      email: item.email,
      phone: item.phone,
      ticketId: item.ticket_id,
      sessionId: item.session_id,
      visitorKey: item.visitor_key,
    }),
  },
  handoff: {
    store: recordHandoff,
    signs: (item) => ({ ticketId: item.ticket_id, sessionId: item.session_id }),
  },
  ai_call: { store: storeAiCall, needs: () => 'ai_usage' },
  // Messages of the web need no channel.
  message: {
    store: recordMessage,
    needs: ({ channel }) => (channel === 'web' ? null : 'channels'),
    signs: ({ channel, external_user_id: externalUserId, ticket_id: ticketId }) => ({
      handle: { channel, externalUserId },
      ticketId,
    }),
  },
  conversation_starter: { store: upsertStarter },
  segment: { store: upsertSegment },
};

/** An AI call that somebody else made. To be called inside a transaction. @throws ApiError bad_field */
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

/** A rating from outside. To be called inside a transaction. @throws ApiError missing_field, bad_field, not_found */
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
