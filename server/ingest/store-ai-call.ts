import type { IngestItem } from '#contract/ingest.ts';
import { recordAiCall, type AiCallContext } from '#server/ai/record-ai-call.ts';
import type { StoredRecord } from '#server/conversations/stored-record.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { checkPast } from '#server/operation/field-errors.ts';

/** An AI call that somebody else made. To be called inside a transaction. @throws ApiError bad_field */
export function storeAiCall(
  db: Db,
  site: Site,
  item: IngestItem<'ai_call'>,
  context: AiCallContext,
): Promise<StoredRecord> {
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
