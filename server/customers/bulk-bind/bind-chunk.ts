import type { RefusedRow } from '#contract/bind-row.ts';
import type { Db, Reserve } from '#server/db/db.ts';
import { QueryError } from '#server/db/errors.ts';
import { retryConflicts } from '#server/db/retry-conflicts.ts';
import type { SiteRef } from '#server/operation/call.ts';
import type { BindJob } from './bind-job.ts';
import {
  findByEmails,
  findByPhones,
  findHandles,
  insertCustomers,
  insertHandles,
  forceIndexScans,
  moveHandles,
  renameHandles,
  type HandleWrite,
} from './bind-bulk.sql.ts';
import {
  EarlierRows,
  isRefused,
  planBindings,
  refuseAsInternalError,
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

/** 23505: an email was taken, 23503: a customer was deleted, between the chunk's read and its write. */
const CHANGED_MEANWHILE = ['23505', '23503'];

export interface ChunkResult {
  readonly rows: readonly (BoundRow | RefusedRow)[];
  readonly minted: number;
  /** None of the rows matched a stored customer or handle. */
  readonly isAllNew: boolean;
}

const NOTHING_FOUND: Found = { emails: new Map(), phones: new Map(), handles: new Map() };

/** Predicts the outcome of the rows and adds it to `earlier` for the following chunks. */
export async function dryRunChunk(
  db: Db,
  site: SiteRef,
  rows: readonly ChunkRow[],
  earlier: EarlierRows,
): Promise<ChunkResult> {
  const good = rows.filter(isValidRow);
  const found = await retryConflicts(db, async (db) => {
    await forceIndexScans(db);
    return findAll(db, site, good);
  });
  const plan = planBindings(good, found, earlier);
  earlier.add(plan);
  return resultOf(rows, plan, found, (owner) => (typeof owner === 'bigint' ? owner : null));
}

/** A row's email belongs to a merged customer. */
class AliasFound extends Error {}

/**
 * Binds rows that are expected to be new, such as the next rows of a first import, without looking them up. Returns null
 * and binds nothing if one was not new: the unique keys refuse it, also against concurrent writers. Phones are not
 * unique, so the rows must not have any.
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
      const result = await bindRows(db, site, { rows, find: async () => NOTHING_FOUND }, binding);
      // Aliases have no unique key. Check them last: the inserts above wait for a merge in progress.
      const emails = distinct(rows.filter(isValidRow).map(({ emailKey }) => emailKey));
      if ((await findByAliases(db, site.id, 'email', emails)).size > 0) throw new AliasFound();
      return result;
    }, idsOf(rows));
  } catch (error) {
    if (error instanceof QueryError || error instanceof AliasFound) return null;
    throw error;
  }
}

/**
 * Binds the rows in one transaction. If the database rejects it, binds each half by itself, so that only the offending
 * rows fail.
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
      idsOf(rows),
    );
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const [first, ...others] = rows;
    if (first === undefined || others.length === 0) {
      const refusal = {
        rows: rows.map((row) => (isRefused(row) ? row : refuseAsInternalError(row))),
        minted: 0,
        isAllNew: false,
      };
      await binding.job?.record(db, refusal);
      return refusal;
    }
    const middle = Math.ceil(rows.length / 2);
    const before = await bindChunk(db, site, rows.slice(0, middle), binding);
    const after = await bindChunk(db, site, rows.slice(middle), binding);
    return { rows: [...before.rows, ...after.rows], minted: before.minted + after.minted, isAllNew: false };
  }
}

/** At most a customer and a handle a row, and the record of the part. */
function idsOf(rows: readonly ChunkRow[]): Reserve {
  return { ids: 2 * rows.length + 1 };
}

interface Binding {
  readonly now: Date;
  readonly job: BindJob | null;
}

type FindAll = (db: Db, good: readonly KeyedRow[]) => Promise<Found>;

/** Binds rows in the caller's transaction, which holds the lock of the bindings. */
export async function bindRows(
  db: Db,
  site: SiteRef,
  { rows, find }: { readonly rows: readonly ChunkRow[]; readonly find: FindAll },
  { now, job }: Binding,
): Promise<ChunkResult> {
  await forceIndexScans(db);
  const good = rows.filter(isValidRow);
  const found = await find(db, good);
  const plan = planBindings(good, found, new EarlierRows());
  const at = now.toISOString();
  const isNew = ({ stored }: PlannedHandle) => stored === null;
  const first = await db.takeIds(site.id, plan.minted.length + plan.handles.filter(isNew).length);
  const customerIds = plan.minted.map((_, index) => first + BigInt(index));
  const firstHandle = first + BigInt(plan.minted.length);
  await insertCustomers(db, site.id, { customers: plan.minted, ids: customerIds }, at);
  const idOf = (owner: Owner) => requireId(typeof owner === 'number' ? customerIds[owner] : owner);
  const made: HandleWrite[] = [];
  const moved: (HandleWrite & { readonly from: bigint })[] = [];
  const renamed: HandleWrite[] = [];
  for (const handle of plan.handles) {
    const { channel, externalUserId, displayHandle, boundUtc, stored } = handle;
    const write = { channel, externalUserId, displayHandle, boundUtc, identityId: idOf(handle.owner) };
    if (stored === null) made.push({ ...write, id: firstHandle + BigInt(made.length) });
    else if (handle.hasMoved) moved.push({ ...write, id: stored.id, from: stored.identityId });
    else if (displayHandle !== stored.displayHandle) renamed.push({ ...write, id: stored.id });
  }
  await insertHandles(db, site.id, made, at);
  await moveHandles(db, site.id, moved, at);
  await renameHandles(db, site.id, renamed, at);
  const result = resultOf(rows, plan, found, idOf);
  await job?.record(db, result, {
    made: made.map(({ id, identityId: owner }) => ({ id, owner })),
    moved: moved.map(({ id, identityId: owner, from }) => ({ id, owner, from })),
    minted: customerIds,
  });
  return result;
}

function requireId(id: bigint | null | undefined): bigint {
  if (id === undefined || id === null) throw new Error('a row was planned without a customer');
  return id;
}

export async function findAll(db: Db, site: SiteRef, rows: readonly KeyedRow[]): Promise<Found> {
  const emails = await findByEmails(db, site.id, distinct(rows.map(({ emailKey }) => emailKey)));
  // Look up the phone only if the email finds no one.
  const others = rows.filter(({ emailKey }) => emailKey === null || !emails.has(emailKey));
  const phones = await findByPhones(db, site.id, distinct(others.map(({ phoneKey }) => phoneKey)));
  return { emails, phones, handles: await findHandles(db, site.id, rows) };
}

function distinct(keys: readonly (string | null)[]): string[] {
  const all = new Set(keys);
  all.delete(null);
  return [...all].filter((key) => key !== null);
}

function isValidRow(row: ChunkRow): row is KeyedRow {
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
