import type { IngestItem } from '#contract/ingest.ts';
import type { AuditContext } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { checkPast, fieldError } from '#server/operation/field-errors.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { countSegments, findSegmentsToChange, insertSegment, updateSegment } from './segments.sql.ts';

/** Limited, because replies list all segments of a visitor. */
const MAX_SEGMENTS = 100;

/**
 * Creates or changes a segment rule: at least `min_count` of an event within the last `within_days` days. Matches an
 * existing segment by external_id, else by name, ignoring case. Call inside a transaction. See docs/api.md, "Events and
 * segments" and "Ingest".
 * @throws ApiError bad_field, or conflict if another segment has the name
 */
export async function upsertSegment(
  db: Db,
  site: SiteRef,
  item: IngestItem<'segment'>,
  context: AuditContext,
): Promise<{ readonly id: bigint; readonly is_new: boolean }> {
  checkPast('created_utc', item.created_utc, context.now);
  const name = item.name.trim();
  const row = {
    name,
    nameKey: segmentKey(name),
    event: item.event,
    minCount: item.min_count,
    withinDays: item.within_days,
    externalId: item.external_id ?? null,
    createdUtc: item.created_utc ?? context.now.toISOString(),
  };
  const found = await findSegmentsToChange(db, site.id, row);
  const named = found.find(({ external_id: id }) => id !== null && id === row.externalId) ?? found[0];
  if (found.some(({ id }) => id !== named?.id)) throw new ApiError('conflict', 'Another segment has this name');
  if (named === undefined && (await countSegments(db, site.id)) >= MAX_SEGMENTS) {
    throw fieldError('name', `would be one more than the ${MAX_SEGMENTS} segments that a site has`);
  }
  const stored = named === undefined ? await insertSegment(db, site.id, row) : { id: named.id, is_new: false };
  if (named !== undefined) await updateSegment(db, site.id, named.id, row);
  return stored;
}

/** Segment names are compared in this form, ignoring case. */
export function segmentKey(name: string): string {
  return name.trim().toLowerCase();
}
