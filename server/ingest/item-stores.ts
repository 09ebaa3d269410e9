import type { IngestItem, IngestKind } from '#contract/ingest.ts';
import type { FEATURES } from '#contract/operation.ts';
import type { AiCallContext } from '#server/ai/record-ai-call.ts';
import { recordMessage } from '#server/conversations/record-message.ts';
import { recordTranscript } from '#server/conversations/record-transcript.ts';
import type { StoredRecord } from '#server/conversations/stored-record.ts';
import type { Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { upsertSegment } from '#server/visitors/upsert-segment.ts';
import type { ItemSigns } from './blocked-item.ts';
import { storeAiCall } from './store-ai-call.ts';
import { storeCsat } from './store-csat.ts';
import { upsertStarter } from '#server/conversations/starters.ts';
import { recordHandoff } from '#server/conversations/handoffs.ts';
import { recordFeedback } from '#server/conversations/feedback.ts';

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
