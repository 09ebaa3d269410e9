import type { AiCallContext } from '#server/ai/record-ai-call.ts';
import { recordFeedback } from '#server/conversations/record-feedback.ts';
import { recordHandoff } from '#server/conversations/record-handoff.ts';
import { recordMessage } from '#server/conversations/record-message.ts';
import { recordTranscript } from '#server/conversations/record-transcript.ts';
import type { StoredRecord } from '#server/conversations/stored-record.ts';
import { upsertStarter } from '#server/conversations/upsert-starter.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/http/call.ts';
import { upsertSegment } from '#server/visitors/upsert-segment.ts';
import type { ReadItem } from './read-item.ts';
import { storeAiCall } from './store-ai-call.ts';
import { storeCsat } from './store-csat.ts';

/** Hands an item to the family that keeps it. To be called inside a transaction. @throws ApiError */
export function storeItem(db: Db, site: Site, read: ReadItem, context: AiCallContext): Promise<StoredRecord> {
  switch (read.kind) {
    case 'csat':
      return storeCsat(db, site, read.item, context);
    case 'feedback':
      return recordFeedback(db, site, read.item, context);
    case 'transcript':
      return recordTranscript(db, site, read.item, context);
    case 'handoff':
      return recordHandoff(db, site, read.item, context);
    case 'ai_call':
      return storeAiCall(db, site, read.item, context);
    case 'message':
      return recordMessage(db, site, read.item, context);
    case 'conversation_starter':
      return upsertStarter(db, site, read.item, context);
    case 'segment':
      return upsertSegment(db, site, read.item, context);
  }
}
