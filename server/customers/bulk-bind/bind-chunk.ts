import type { RefusedRow } from '#contract/bind-row.ts';
import type { Db } from '#server/db/db.ts';
import { QueryError } from '#server/db/errors.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { BindJob } from './bind-job.ts';
import {
  drawIds,
  findByEmails,
  findByPhones,
  findHandles,
  insertCustomers,
  insertHandles,
  lookUpByIndex,
  moveHandles,
  renameHandles,
  type HandleWrite,
} from './bind-bulk.sql.ts';
import {
  EarlierRows,
  isRefused,
  planBindings,
  refuseAsDefect,
  type BindPlan,
  type BoundRow,
  type ChunkRow,
  type Found,
  type KeyedRow,
  type Owner,
  type PlannedHandle,
} from './bind-plan.ts';
import { findByAliases } from '#server/customers/aliases.sql.ts';
import { lockBindings } from '#server/customers/channels.sql.ts';

/** An email that somebody took, or a customer who was removed, between the reading and the writing of a chunk. */
const CHANGED_MEANWHILE = ['23505', '23503'];

export interface ChunkResult {
  readonly rows: readonly (BoundRow | RefusedRow)[];
  readonly minted: number;
  /** The database knew no customer and no handle of these rows. */
  readonly isAllNew: boolean;
}

const NOTHING: Found = { emails: new Map(), phones: new Map(), handles: new Map() };

/** Predicts the outcome of the rows and remembers it for the chunks that follow. */
export async function tryChunk(
  db: Db,
  site: SiteRef,
  rows: readonly ChunkRow[],
  earlier: EarlierRows,
): Promise<ChunkResult> {
  const good = rows.filter(isGood);
  const found = await retryConflicts(db, async (db) => {
    await lookUpByIndex(db);
    return findAll(db, site, good);
  });
  const plan = planBindings(good, found, earlier);
  earlier.add(plan);
  return resultOf(rows, plan, found, (owner) => (typeof owner === 'bigint' ? owner : null));
}

/** One of the rows names a customer who was merged into another. */
class KnownAfterAll extends Error {}

/**
 * Binds rows of which the database is thought to know nothing, such as the next ones of a first import, without looking
 * them up: its unique keys would refuse them. Null where it did; nothing is bound then. A phone is no unique key, so
 * these rows have none. Whatever else is bound at the time, the keys keep apart as well.
 */
export async function bindAllNew(
  db: Db,
  site: SiteRef,
  rows: readonly ChunkRow[],
  binding: Binding,
): Promise<ChunkResult | null> {
  try {
    return await db.transaction(async (db) => {
      await lockBindings(db, site.id, 'with others');
      const result = await bindRows(db, site, { rows, find: async () => NOTHING }, binding);
      // No unique key has these; asked for last, since the keys wait for a merge that is just taking a name away.
      const emails = distinct(rows.filter(isGood).map(({ emailKey }) => emailKey));
      if ((await findByAliases(db, site.id, 'email', emails)).size > 0) throw new KnownAfterAll();
      return result;
    });
  } catch (error) {
    if (error instanceof QueryError || error instanceof KnownAfterAll) return null;
    throw error;
  }
}

/**
 * Binds the rows in one transaction, whole or not at all. Where the database refuses it, the halves are tried each for
 * itself, so that only those rows fail that cannot pass.
 */
export async function bindChunk(
  db: Db,
  site: SiteRef,
  rows: readonly ChunkRow[],
  binding: Binding,
): Promise<ChunkResult> {
  const find = (db: Db, good: readonly KeyedRow[]) => findAll(db, site, good);
  try {
    return await retryConflicts(
      db,
      async (db) => {
        await lockBindings(db, site.id, 'alone');
        return bindRows(db, site, { rows, find }, binding);
      },
      CHANGED_MEANWHILE,
    );
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const [first, ...others] = rows;
    if (first === undefined || others.length === 0) {
      const refusal = {
        rows: rows.map((row) => (isRefused(row) ? row : refuseAsDefect(row))),
        minted: 0,
        isAllNew: false,
      };
      await binding.job?.keep(db, refusal);
      return refusal;
    }
    const middle = Math.ceil(rows.length / 2);
    const before = await bindChunk(db, site, rows.slice(0, middle), binding);
    const after = await bindChunk(db, site, rows.slice(middle), binding);
    return { rows: [...before.rows, ...after.rows], minted: before.minted + after.minted, isAllNew: false };
  }
}

interface Binding {
  readonly now: Date;
  readonly job: BindJob | null;
}

type FindAll = (db: Db, good: readonly KeyedRow[]) => Promise<Found>;

/** Binds rows in the transaction that is under way, which holds the bindings. */
export async function bindRows(
  db: Db,
  site: SiteRef,
  { rows, find }: { readonly rows: readonly ChunkRow[]; readonly find: FindAll },
  { now, job }: Binding,
): Promise<ChunkResult> {
  await lookUpByIndex(db);
  const good = rows.filter(isGood);
  const found = await find(db, good);
  const plan = planBindings(good, found, new EarlierRows());
  const at = now.toISOString();
  const isNew = ({ stored }: PlannedHandle) => stored === null;
  const ids = await drawIds(db, site.id, plan.minted.length + plan.handles.filter(isNew).length);
  const customerIds = ids.splice(0, plan.minted.length);
  await insertCustomers(db, site.id, { customers: plan.minted, ids: customerIds }, at);
  const idOf = (owner: Owner) => known(typeof owner === 'number' ? customerIds[owner] : owner);
  const made: HandleWrite[] = [];
  const moved: (HandleWrite & { readonly from: bigint })[] = [];
  const renamed: HandleWrite[] = [];
  for (const handle of plan.handles) {
    const { channel, externalUserId, displayHandle, boundUtc, stored } = handle;
    const write = { channel, externalUserId, displayHandle, boundUtc, identityId: idOf(handle.owner) };
    if (stored === null) made.push({ ...write, id: known(ids[made.length]) });
    else if (handle.hasMoved) moved.push({ ...write, id: stored.id, from: stored.identityId });
    else if (displayHandle !== stored.displayHandle) renamed.push({ ...write, id: stored.id });
  }
  await insertHandles(db, site.id, made, at);
  await moveHandles(db, site.id, moved, at);
  await renameHandles(db, site.id, renamed, at);
  const result = resultOf(rows, plan, found, idOf);
  await job?.keep(db, result, {
    made: made.map(({ id, identityId: owner }) => ({ id, owner })),
    moved: moved.map(({ id, identityId: owner, from }) => ({ id, owner, from })),
    minted: customerIds,
  });
  return result;
}

function known(id: bigint | null | undefined): bigint {
  if (id === undefined || id === null)
    throw new Error('a row was planned without a customer, or a handle without an id');
  return id;
}

export async function findAll(db: Db, site: SiteRef, rows: readonly KeyedRow[]): Promise<Found> {
  const emails = await findByEmails(db, site.id, distinct(rows.map(({ emailKey }) => emailKey)));
  // A phone is asked for only where the email finds nobody.
  const others = rows.filter(({ emailKey }) => emailKey === null || !emails.has(emailKey));
  const phones = await findByPhones(db, site.id, distinct(others.map(({ phoneKey }) => phoneKey)));
  return { emails, phones, handles: await findHandles(db, site.id, rows) };
}

function distinct(keys: readonly (string | null)[]): string[] {
  const all = new Set(keys);
  all.delete(null);
  return [...all].filter((key) => key !== null);
}

function isGood(row: ChunkRow): row is KeyedRow {
  return !isRefused(row);
}

function resultOf(
  rows: readonly ChunkRow[],
  plan: BindPlan,
  found: Found,
  idOf: (owner: Owner) => bigint | null,
): ChunkResult {
  const outcomes = plan.outcomes.values();
  const results = rows.map((row): BoundRow | RefusedRow => {
    if (isRefused(row)) return row;
    const { value } = outcomes.next();
    if (value === undefined) throw new Error('a row was planned without an outcome');
    return { line: row.line, outcome: value.outcome, identityId: idOf(value.owner) };
  });
  const isAllNew = found.emails.size + found.phones.size + found.handles.size === 0;
  return { rows: results, minted: plan.minted.length, isAllNew };
}
