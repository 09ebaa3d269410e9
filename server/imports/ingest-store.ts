import type { IngestKind } from '#contract/ingest.ts';
import type { AiPrice } from '#server/config.ts';
import type { Site } from '#server/operation/call.ts';
import { ingestItem } from '#server/ingest/ingest.ts';
import type { RowOutcome, RowStore } from './row-store.ts';

/** The kinds of `admin import` that are stored like items of POST ingest, and their names there. */
const KINDS = {
  csat: 'csat',
  feedback: 'feedback',
  handoffs: 'handoff',
  transcripts: 'transcript',
  ai_calls: 'ai_call',
  messages: 'message',
  starters: 'conversation_starter',
  segments: 'segment',
} as const satisfies Record<string, IngestKind>;
type IngestImportKind = keyof typeof KINDS;
export const INGEST_IMPORT_KINDS = [
  'csat',
  'feedback',
  'handoffs',
  'transcripts',
  'ai_calls',
  'messages',
  'starters',
  'segments',
] as const satisfies readonly IngestImportKind[];

const BATCH = 100;

/**
 * Stores rows as ingest items without sending events. A row with a known external ID updates the record and counts as
 * skipped.
 */
export function ingestStore(site: Site, kind: IngestImportKind, prices: ReadonlyMap<string, AiPrice>): RowStore {
  return {
    kind,
    batch: BATCH,
    async store(db, rows, context) {
      const outcomes: RowOutcome[] = [];
      for (const row of rows) {
        const item = 'kind' in row ? null : { ...row, kind: KINDS[kind] };
        outcomes.push(
          item === null
            ? { code: 'bad_field', message: 'kind is not a field of this row: the command names it' }
            : toOutcome(await ingestItem(db, site, item, { ...context, isSilent: true, prices }), 'external_id' in row),
        );
      }
      return outcomes;
    },
  };
}

function toOutcome(
  { outcome, code, message }: Awaited<ReturnType<typeof ingestItem>>,
  hasExternalId: boolean,
): RowOutcome {
  if (outcome === 'stored') return 'imported';
  if (outcome === 'updated') return hasExternalId ? 'skipped' : 'imported';
  return { code: code ?? 'internal_error', message: message ?? 'was not stored' };
}
