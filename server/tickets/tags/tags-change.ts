import type { TagRecord } from '#contract/tags.ts';
import { recordAudit, type AuditChange, type AuditEntry } from '#server/audit/record-audit.ts';
import { FEW_IDS, type Db, type Reserve } from '#server/db/db.ts';
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
  getTag,
  type TagRow,
} from './tags.sql.ts';
import { tagKey } from './ticket-tags.ts';
import { activityActor, type WriteContext } from '#server/tickets/write-context.ts';

type Color = number | null;
type ChangedTag = TagRecord & { readonly changed_tickets: number };

/** Context of a tag change, which opens its own transactions: `db` must not be inside one. */
interface TagCall {
  readonly db: Db;
  readonly site: SiteRef;
  readonly context: WriteContext;
}

/** Most tickets per transaction: more would exceed its time limit and block other writers of these tickets. */
const AT_ONCE = 2_000;
const SIZE = { first: 250, least: 50, most: AT_ONCE };
/** Tickets scanned for a tag per transaction. */
const LOOK = { first: 2_000, least: 2_000, most: 20_000 };
const TIMEOUT_MS = 30_000;

const tagChanges = new PerSiteMutex();

/** Creates a tag without tickets. To be called inside a transaction. */
export async function createTagRecord(
  db: Db,
  site: SiteRef,
  input: { readonly name: string; readonly color?: number | null | undefined },
  context: WriteContext,
): Promise<TagRecord> {
  const name = input.name.trim();
  const color = input.color ?? null;
  await lockTags(db, site.id, 'shared');
  const id = await insertTag(db, site.id, { name, key: tagKey(name), color }, context.now);
  if (id === undefined) throw await nameTaken(db, site, name);
  const changes = [{ field: 'color', from: null, to: color }];
  await audit({ site, context }, db, { action: 'tag.create', id, changes });
  return { id, name, color, ticket_count: 0, created_utc: context.now.toISOString() };
}

/** Changes the colour of a tag, or renames it on all its tickets. */
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
  if (name === old.name) return db.transaction((db) => colorTag({ ...call, db }, id, color), FEW_IDS);
  return oneAtATime(site, () =>
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
  await lockTags(db, site.id, 'exclusive');
  const tag = await requireTag(db, site, id);
  const changes = await writeTag(db, site, tag, { name: tag.name, color });
  if (changes.length > 0) await audit(call, db, { action: 'tag.update', id, changes });
  return { ...tag, color: color === undefined ? tag.color : color, changed_tickets: 0 };
}

/**
 * Gives the tag its new name first and creates a second tag with the old name, which is then merged into it. So every tag
 * of a ticket is a tag of the site at any moment, and merging the two finishes an interrupted rename. See decision 0035.
 */
async function renameInSteps(
  call: TagCall,
  { id, name, color }: { readonly id: bigint; readonly name: string; readonly color: Color | undefined },
): Promise<ChangedTag> {
  const { db, site, context } = call;
  const rest = await db.transaction(async (db) => {
    await lockTags(db, site.id, 'exclusive');
    const old = await requireTag(db, site, id);
    await checkName(db, site, old, name);
    const changes = await writeTag(db, site, old, { name, color });
    await audit(call, db, { action: 'tag.update_step', id, changes });
    const key = tagKey(old.name);
    // A change of case keeps the key, so it needs no second tag.
    if (key === tagKey(name)) return { id, key };
    const restId = await insertTag(db, site.id, { name: old.name, key, color: old.color }, context.now);
    if (restId === undefined) throw new Error('the old tag name is taken despite the lock');
    return { id: restId, key };
  }, FEW_IDS);
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

/** Moves the tickets of a tag to another one, deletes it, and returns the other. */
export function mergeTag(
  call: TagCall,
  { id, mergeIntoId }: { readonly id: bigint; readonly mergeIntoId: bigint },
): Promise<ChangedTag> {
  const { site } = call;
  return oneAtATime(site, () =>
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

/** Removes a tag from its tickets and deletes it; returns how many had it. */
export function removeTag(call: TagCall, id: bigint): Promise<number> {
  const { site } = call;
  return oneAtATime(site, () =>
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

/** Replaces or removes `tag` on its tickets. */
interface PlannedMove extends TagMove {
  readonly tag: TagRow;
}

interface TagTask<Result> {
  /** Audit action of its steps, if there may be several. */
  readonly action?: 'tag.update' | 'tag.merge' | 'tag.delete';
  /** Reads the tags again. @throws ApiError if the change is no longer possible */
  read(db: Db): Promise<PlannedMove>;
  /** Runs in the transaction of the last tickets. */
  end(db: Db, move: PlannedMove, changed: number): Promise<Result>;
}

/**
 * Serializes the tag changes of a site: two changes in steps could undo each other forever.
 * @throws ApiError overloaded if another change takes too long
 */
async function oneAtATime<Result>(site: SiteRef, work: () => Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await tagChanges.run(site.id, signal, work);
  } catch (error) {
    if (error !== signal.reason) throw error;
    throw new ApiError('overloaded', 'Another tag of this site is being changed', { retryAfterSeconds: 30 });
  }
}

/**
 * Moves few tickets in one transaction, many in steps of a tenth of a second.
 */
async function moveTickets<Result>(call: TagCall, task: TagTask<Result>): Promise<Result> {
  const { db, site } = call;
  const size = new StepSize(SIZE);
  let changed = 0;
  let heldBefore = -1;
  for (;;) {
    const { tag, from, to } = await task.read(db);
    const ids = await findAllTagged(db, site, { tag, from, to });
    if (ids.length <= AT_ONCE) {
      const done = await db.transaction(async (db) => {
        await lockTags(db, site.id, 'exclusive');
        const move = await task.read(db);
        const held = await lockTagged(db, site.id, move.from, ids);
        // The tag was changed meanwhile, or added to a ticket that the search missed: writes nothing and starts again. If the
        // second search finds as many, there are no more, whatever the counter says.
        const isMissing = move.from !== move.to?.key && held < move.tag.ticket_count && held !== heldBefore;
        heldBefore = held;
        if (move.from !== from || move.to?.name !== to?.name || isMissing) return null;
        const moved = await moveTag(db, site.id, move, ids, stampOf(call));
        return { result: await task.end(db, move, changed + moved) };
      }, idsFor(ids));
      if (done !== null) return done.result;
    }
    for (let at = 0; ids.length > AT_ONCE && at < ids.length;) {
      const block = ids.slice(at, at + size.rows);
      at += block.length;
      changed += await db.transaction((db) => size.measure(() => moveBlock(call, db, block, task)), idsFor(block));
    }
  }
}

/** An activity of each ticket, and the audit line. */
function idsFor(tickets: readonly bigint[]): Reserve {
  return { ids: tickets.length + 1 };
}

/** Moves one step. Tickets that were tagged meanwhile are found by the next search. */
async function moveBlock<Result>(
  call: TagCall,
  db: Db,
  ids: readonly bigint[],
  task: TagTask<Result>,
): Promise<number> {
  const { site } = call;
  await lockTags(db, site.id, 'exclusive');
  const move = await task.read(db);
  await lockTagged(db, site.id, move.from, ids);
  const moved = await moveTag(db, site.id, move, ids, stampOf(call));
  if (task.action !== undefined && moved > 0)
    await audit(call, db, { action: `${task.action}_step`, id: move.tag.id, changes: [countChange(moved)] });
  return moved;
}

async function findAllTagged(db: Db, site: SiteRef, { tag, from, to }: PlannedMove): Promise<bigint[]> {
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

function moveTo(tag: TagRow, name: string | null): PlannedMove {
  return { tag, from: tagKey(tag.name), to: name === null ? null : { name, key: tagKey(name) } };
}

function stampOf({ context }: TagCall) {
  return { now: context.now, by: activityActor(context) };
}

/** @throws ApiError conflict with the present tag of this name */
async function checkName(db: Db, site: SiteRef, { name: old }: TagRow, name: string): Promise<void> {
  const key = tagKey(name);
  if (key === tagKey(old)) return;
  if ((await getTag(db, site.id, { key })) !== undefined) throw await nameTaken(db, site, name);
}

/** Returns the changed fields. */
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
