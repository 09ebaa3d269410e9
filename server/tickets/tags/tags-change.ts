import type { TagRecord } from '#contract/tags.ts';
import { recordAudit, type AuditChange, type AuditEntry } from '#server/audit/record-audit.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { StepSize } from '#server/operation/in-steps.ts';
import { PerSiteMutex } from '#server/operation/semaphore.ts';
import {
  deleteTagRow,
  findTagged,
  insertTag,
  lockTagged,
  lockTags,
  moveTag,
  updateTagRow,
  type TagMove,
} from './tags-write.sql.ts';
import { getTag, type TagRow } from './tags.sql.ts';
import { tagKey } from './ticket-tags.ts';
import { activityActor, type WriteContext } from '#server/tickets/write-context.ts';

type Color = number | null;
type ChangedTag = TagRecord & { readonly changed_tickets: number };

/** Whoever changes a tag of a site, outside of any transaction. */
interface TagCall {
  readonly db: Db;
  readonly site: SiteRef;
  readonly context: WriteContext;
}

/** Tickets that are stored in one transaction: more would outlive its time, and hold up whoever changes one of them. */
const AT_ONCE = 2_000;
const SIZE = { first: 250, least: 50, most: AT_ONCE };
/** Tickets that are looked at for a tag in one transaction. */
const LOOK = { first: 2_000, least: 2_000, most: 20_000 };
const TIMEOUT_MS = 30_000;

const moves = new PerSiteMutex();

/** Makes a tag that no ticket has yet. To be called inside a transaction. */
export async function createTagRecord(
  db: Db,
  site: SiteRef,
  input: { readonly name: string; readonly color?: number | null | undefined },
  context: WriteContext,
): Promise<TagRecord> {
  const name = input.name.trim();
  const color = input.color ?? null;
  await lockTags(db, site.id, 'with others');
  const id = await insertTag(db, site.id, { name, key: tagKey(name), color }, context.now);
  if (id === undefined) throw await nameTaken(db, site, name);
  const changes = [{ field: 'color', from: null, to: color }];
  await audit({ site, context }, db, { action: 'tag.create', id, changes });
  return { id, name, color, ticket_count: 0, created_utc: context.now.toISOString() };
}

/** Renames a tag on all its tickets, or colours it. */
export async function changeTag(
  call: TagCall,
  {
    id,
    color,
    ...input
  }: { readonly id: bigint; readonly name: string | undefined; readonly color: Color | undefined },
): Promise<ChangedTag> {
  const { db, site } = call;
  const old = await requireTag(db, site, id);
  const name = input.name?.trim() ?? old.name;
  if (name === old.name) return db.transaction((db) => colorTag({ ...call, db }, id, color));
  return alone(site, () =>
    old.ticket_count > AT_ONCE
      ? renameInSteps(call, { id, name, color })
      : moveTickets(call, {
          async read(db) {
            const tag = await requireTag(db, site, id);
            await checkName(db, site, tag, name);
            return moveTo(tag, name);
          },
          async end(db, { tag }, changed_tickets) {
            const changes = await writeTag(db, site, tag, { name, color });
            await audit(call, db, { action: 'tag.update', id, changes: [...changes, countChange(changed_tickets)] });
            return { ...(await requireTag(db, site, id)), changed_tickets };
          },
        }),
  );
}

async function colorTag(call: TagCall, id: bigint, color: Color | undefined): Promise<ChangedTag> {
  const { db, site } = call;
  await lockTags(db, site.id, 'alone');
  const tag = await requireTag(db, site, id);
  const changes = await writeTag(db, site, tag, { name: tag.name, color });
  if (changes.length > 0) await audit(call, db, { action: 'tag.update', id, changes });
  return { ...tag, color: color === undefined ? tag.color : color, changed_tickets: 0 };
}

/**
 * The record gets the new name first, and another record the one that the tickets still have, which is then merged into it:
 * each tag of a ticket is a tag of the site at every moment, and what was cut off is finished by merging the two. See
 * decision 0035.
 */
async function renameInSteps(
  call: TagCall,
  { id, name, color }: { readonly id: bigint; readonly name: string; readonly color: Color | undefined },
): Promise<ChangedTag> {
  const { db, site, context } = call;
  const rest = await db.transaction(async (db) => {
    await lockTags(db, site.id, 'alone');
    const old = await requireTag(db, site, id);
    await checkName(db, site, old, name);
    const changes = await writeTag(db, site, old, { name, color });
    await audit(call, db, { action: 'tag.update_step', id, changes });
    const key = tagKey(old.name);
    // Spelled in another way, it is one record all the time.
    if (key === tagKey(name)) return { id, key };
    const restId = await insertTag(db, site.id, { name: old.name, key, color: old.color }, context.now);
    if (restId === undefined) throw new Error('the name of before is free under the lock');
    return { id: restId, key };
  });
  return moveTickets(call, {
    action: 'tag.update',
    async read(db) {
      const tag = await requireTag(db, site, id);
      return { ...moveTo(await requireTag(db, site, rest.id), tag.name), from: rest.key };
    },
    async end(db, { tag }, changed_tickets) {
      if (tag.id !== id) await deleteTagRow(db, site.id, tag.id);
      await audit(call, db, { action: 'tag.update', id, changes: [countChange(changed_tickets)] });
      return { ...(await requireTag(db, site, id)), changed_tickets };
    },
  });
}

/** Moves the tickets of a tag to another one and removes it; answers the other. */
export function mergeTag(
  call: TagCall,
  { id, mergeIntoId }: { readonly id: bigint; readonly mergeIntoId: bigint },
): Promise<ChangedTag> {
  const { site } = call;
  return alone(site, () =>
    moveTickets(call, {
      action: 'tag.merge',
      async read(db) {
        const tag = await requireTag(db, site, id);
        const other = id === mergeIntoId ? undefined : await getTag(db, site.id, { id: mergeIntoId });
        if (other === undefined) throw new ApiError('bad_field', 'merge_into_id must be another tag of this site');
        return moveTo(tag, other.name);
      },
      async end(db, _move, changed_tickets) {
        await deleteTagRow(db, site.id, id);
        const into = { field: 'merge_into_id', from: null, to: mergeIntoId.toString() };
        await audit(call, db, { action: 'tag.merge', id, changes: [into, countChange(changed_tickets)] });
        return { ...(await requireTag(db, site, mergeIntoId)), changed_tickets };
      },
    }),
  );
}

/** Takes a tag off its tickets and removes it; answers how many had it. */
export function removeTag(call: TagCall, id: bigint): Promise<number> {
  const { site } = call;
  return alone(site, () =>
    moveTickets(call, {
      action: 'tag.delete',
      read: async (db) => moveTo(await requireTag(db, site, id), null),
      async end(db, _move, changed) {
        await deleteTagRow(db, site.id, id);
        await audit(call, db, { action: 'tag.delete', id, changes: [countChange(changed)] });
        return changed;
      },
    }),
  );
}

/** Whose tickets get which tag instead, or none. */
interface Move extends TagMove {
  readonly tag: TagRow;
}

interface Task<Result> {
  /** Action of its steps in the audit log, where there may be several. */
  readonly action?: 'tag.update' | 'tag.merge' | 'tag.delete';
  /** The tags as they are now. @throws ApiError where it cannot be done any more */
  read(db: Db): Promise<Move>;
  /** In the transaction of the last tickets. */
  end(db: Db, move: Move, changed: number): Promise<Result>;
}

/**
 * Changes of a site's tags follow each other: two in steps might undo each other for ever.
 * @throws ApiError overloaded where another one takes too long
 */
async function alone<Result>(site: SiteRef, work: () => Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await moves.run(site.id, signal, work);
  } catch (error) {
    if (error !== signal.reason) throw error;
    throw new ApiError('overloaded', 'Another tag of this site is being changed', { retryAfterSeconds: 30 });
  }
}

/**
 * Moves tickets in one transaction where they are few, else in steps, of which each takes no more of them than
 * it stores in a tenth of a second.
 */
async function moveTickets<Result>(call: TagCall, task: Task<Result>): Promise<Result> {
  const { db, site } = call;
  const size = new StepSize(SIZE);
  let changed = 0;
  let heldBefore = -1;
  for (;;) {
    const { tag, from, to } = await task.read(db);
    const ids = await findAllTagged(db, site, { tag, from, to });
    if (ids.length <= AT_ONCE) {
      const done = await db.transaction(async (db) => {
        await lockTags(db, site.id, 'alone');
        const move = await task.read(db);
        const held = await lockTagged(db, site.id, move.from, ids);
        // The tag was changed meanwhile, or put on a ticket that was not found: nothing is written, and it begins anew. Where
        // that finds as many again there are no more, whatever the tally says.
        const isMissing = move.from !== move.to?.key && held < move.tag.ticket_count && held !== heldBefore;
        heldBefore = held;
        if (move.from !== from || move.to?.name !== to?.name || isMissing) return null;
        const moved = await moveTag(db, site.id, move, ids, stampOf(call));
        return { result: await task.end(db, move, changed + moved) };
      });
      if (done !== null) return done.result;
    }
    for (let at = 0; ids.length > AT_ONCE && at < ids.length;) {
      const block = ids.slice(at, at + size.rows);
      at += block.length;
      changed += await db.transaction((db) => size.measure(() => moveBlock(call, db, block, task)));
    }
  }
}

/** A part of them. What is left behind the last part, such as tickets that were tagged meanwhile, is found anew. */
async function moveBlock<Result>(call: TagCall, db: Db, ids: readonly bigint[], task: Task<Result>): Promise<number> {
  const { site } = call;
  await lockTags(db, site.id, 'alone');
  const move = await task.read(db);
  await lockTagged(db, site.id, move.from, ids);
  const moved = await moveTag(db, site.id, move, ids, stampOf(call));
  if (task.action !== undefined && moved > 0)
    await audit(call, db, { action: `${task.action}_step`, id: move.tag.id, changes: [countChange(moved)] });
  return moved;
}

async function findAllTagged(db: Db, site: SiteRef, { tag, from, to }: Move): Promise<bigint[]> {
  const isRespelled = to?.key === from;
  const which = { key: from, spelling: isRespelled ? to.name : null };
  const size = new StepSize(LOOK);
  const found: bigint[] = [];
  let after: bigint | null = 0n;
  while (after !== null && (isRespelled || found.length < tag.ticket_count)) {
    const last: bigint = after;
    const looked = await db.transaction((db) =>
      size.measure(() => findTagged(db, site.id, which, { after: last, limit: size.rows })),
    );
    found.push(...looked.ids);
    after = looked.last;
  }
  return found;
}

function moveTo(tag: TagRow, name: string | null): Move {
  return { tag, from: tagKey(tag.name), to: name === null ? null : { name, key: tagKey(name) } };
}

function stampOf({ context }: TagCall) {
  return { now: context.now, by: activityActor(context) };
}

/** @throws ApiError conflict with the tag that has the name */
async function checkName(db: Db, site: SiteRef, { name: old }: TagRow, name: string): Promise<void> {
  const key = tagKey(name);
  if (key === tagKey(old)) return;
  if ((await getTag(db, site.id, { key })) !== undefined) throw await nameTaken(db, site, name);
}

/** Answers what changed. */
async function writeTag(
  db: Db,
  site: SiteRef,
  old: TagRow,
  { name, ...input }: { readonly name: string; readonly color: Color | undefined },
): Promise<AuditChange[]> {
  const color = input.color === undefined ? old.color : input.color;
  const changes: AuditChange[] = [];
  if (name !== old.name) changes.push({ field: 'name', from: null, to: null });
  if (color !== old.color) changes.push({ field: 'color', from: old.color, to: color });
  if (changes.length > 0) await updateTagRow(db, site.id, { id: old.id, name, key: tagKey(name), color });
  return changes;
}

async function requireTag(db: Db, site: SiteRef, id: bigint): Promise<TagRow> {
  const tag = await getTag(db, site.id, { id });
  if (tag === undefined) throw new ApiError('not_found', 'There is no tag with this id');
  return tag;
}

async function nameTaken(db: Db, site: SiteRef, name: string): Promise<ApiError> {
  const current = await getTag(db, site.id, { key: tagKey(name) });
  return new ApiError('conflict', 'Another tag has this name', current === undefined ? {} : { current });
}

function countChange(tickets: number): AuditChange {
  return { field: 'changed_tickets', from: null, to: tickets };
}

async function audit(
  { site, context }: Pick<TagCall, 'site' | 'context'>,
  db: Db,
  {
    action,
    id,
    changes,
  }: { readonly action: AuditEntry['action']; readonly id: bigint; readonly changes: readonly AuditChange[] },
): Promise<void> {
  await recordAudit(db, site, { action, objectType: 'tag', objectId: id.toString(), changes }, context);
}
