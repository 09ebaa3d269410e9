import type { TagRecord } from '#contract/tags.ts';
import { recordAudit, type AuditChange } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { deleteTagRow, insertTag, lockTaggedTickets, lockTags, moveTag, updateTagRow } from './tags-write.sql.ts';
import { getTag, type TagRow } from './tags.sql.ts';
import { tagKey } from './ticket-tags.ts';
import { activityActor, type WriteContext } from '#server/tickets/write-context.ts';

type SiteId = SiteRef;
type ChangedTag = TagRecord & { readonly changed_tickets: number };

/** Makes a tag that no ticket has yet. To be called inside a transaction. */
export async function createTagRecord(
  db: Db,
  site: SiteId,
  input: { readonly name: string; readonly color?: number | null | undefined },
  context: WriteContext,
): Promise<TagRecord> {
  const name = input.name.trim();
  const color = input.color ?? null;
  await lockTags(db, site.id, 'with others');
  const id = await insertTag(db, site.id, { name, key: tagKey(name), color }, context.now);
  if (id === undefined) throw await nameTaken(db, site, name);
  await audit(db, site, { action: 'tag.create', id, changes: [{ field: 'color', from: null, to: color }] }, context);
  return { id, name, color, ticket_count: 0, created_utc: context.now.toISOString() };
}

/** Renames a tag on all its tickets, or colours it. To be called inside a transaction, before any ticket is taken. */
export async function changeTag(
  db: Db,
  site: SiteId,
  input: { readonly id: bigint; readonly name: string | undefined; readonly color: number | null | undefined },
  context: WriteContext,
): Promise<ChangedTag> {
  await lockTags(db, site.id, 'alone');
  const old = await lockTag(db, site, input.id);
  const name = input.name?.trim() ?? old.name;
  const color = input.color === undefined ? old.color : input.color;
  const key = tagKey(name);
  if (key !== tagKey(old.name)) {
    const taken = await getTag(db, site.id, { key });
    if (taken !== undefined) throw await nameTaken(db, site, name);
  }
  const changed_tickets = name === old.name ? 0 : await moveTickets(db, site, old, { name, key }, context);
  if (name !== old.name || color !== old.color) {
    await updateTagRow(db, site.id, { id: old.id, name, key, color });
    const changes: AuditChange[] = [];
    if (name !== old.name) changes.push({ field: 'name', from: null, to: null }, countChange(changed_tickets));
    if (color !== old.color) changes.push({ field: 'color', from: old.color, to: color });
    await audit(db, site, { action: 'tag.update', id: old.id, changes }, context);
  }
  return { ...old, name, color, changed_tickets };
}

/** Moves the tickets of a tag to another one and removes it; answers the other. To be called as `changeTag`. */
export async function mergeTag(
  db: Db,
  site: SiteId,
  { id, mergeIntoId }: { readonly id: bigint; readonly mergeIntoId: bigint },
  context: WriteContext,
): Promise<ChangedTag> {
  await lockTags(db, site.id, 'alone');
  const old = await lockTag(db, site, id);
  const other = id === mergeIntoId ? undefined : await getTag(db, site.id, { id: mergeIntoId });
  if (other === undefined) throw new ApiError('bad_field', 'merge_into_id must be another tag of this site');
  const changed_tickets = await moveTickets(db, site, old, { name: other.name, key: tagKey(other.name) }, context);
  await deleteTagRow(db, site.id, id);
  const changes = [{ field: 'merge_into_id', from: null, to: mergeIntoId.toString() }, countChange(changed_tickets)];
  await audit(db, site, { action: 'tag.merge', id, changes }, context);
  return { ...(await lockTag(db, site, mergeIntoId)), changed_tickets };
}

/** Takes a tag off its tickets and removes it; answers how many had it. To be called as `changeTag`. */
export async function removeTag(db: Db, site: SiteId, id: bigint, context: WriteContext): Promise<number> {
  await lockTags(db, site.id, 'alone');
  const old = await lockTag(db, site, id);
  const changed = await moveTickets(db, site, old, null, context);
  await deleteTagRow(db, site.id, id);
  await audit(db, site, { action: 'tag.delete', id, changes: [countChange(changed)] }, context);
  return changed;
}

async function moveTickets(
  db: Db,
  site: SiteId,
  old: TagRow,
  to: { readonly name: string; readonly key: string } | null,
  context: WriteContext,
): Promise<number> {
  const from = tagKey(old.name);
  await lockTaggedTickets(db, site.id, from);
  return moveTag(db, site.id, { from, to }, { now: context.now, by: activityActor(context) });
}

async function lockTag(db: Db, site: SiteId, id: bigint): Promise<TagRow> {
  const tag = await getTag(db, site.id, { id });
  if (tag === undefined) throw new ApiError('not_found', 'There is no tag with this id');
  return tag;
}

async function nameTaken(db: Db, site: SiteId, name: string): Promise<ApiError> {
  const current = await getTag(db, site.id, { key: tagKey(name) });
  return new ApiError('conflict', 'Another tag has this name', current === undefined ? {} : { current });
}

function countChange(tickets: number): AuditChange {
  return { field: 'changed_tickets', from: null, to: tickets };
}

async function audit(
  db: Db,
  site: SiteId,
  { action, id, changes }: { readonly action: string; readonly id: bigint; readonly changes: readonly AuditChange[] },
  context: WriteContext,
): Promise<void> {
  await recordAudit(db, site, { action, objectType: 'tag', objectId: id.toString(), changes }, context);
}
