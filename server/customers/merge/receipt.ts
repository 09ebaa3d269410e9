import type { CustomerMerge, Moved } from '#contract/customer-merges.ts';
import { type Db, json, sql, type Statement } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { inSteps, STEP_ROWS } from '#server/operation/in-steps.ts';
import type { CustomerRow } from './customer-row.sql.ts';
import type { Belongings } from './merge.sql.ts';

const DAY_MS = 86_400_000;
const UNDO_DAYS = 30;

/** When the undo of a merge expires. */
export function undoUntil(createdUtc: string): string {
  return new Date(Date.parse(createdUtc) + UNDO_DAYS * DAY_MS).toISOString();
}

export function movedOf(belongings: Omit<Belongings, 'distinctIds'>, links: number): Moved {
  const { ticketIds, handles, sessionIds, visitorIds, noteIds } = belongings;
  return {
    tickets: ticketIds.length,
    handles: handles.length,
    links,
    sessions: sessionIds.length,
    visitors: visitorIds.length,
    notes: noteIds.length,
  };
}

export function receiptOf({ created_utc, ...receipt }: ReceiptRow): CustomerMerge {
  return { ...receipt, created_utc, undo_until_utc: undoUntil(created_utc) };
}

/** Deletes expired undo data. */
export async function removeOldMergeUndo(db: Db, site: SiteRef, now: Date, isWanted?: () => boolean): Promise<void> {
  const before = new Date(now.getTime() - UNDO_DAYS * DAY_MS);
  await inSteps(() => deleteOldUndoData(db, site.id, before, STEP_ROWS), isWanted);
}

/** A handle that moved. `id` is the id of its binding, as text because JSON numbers do not hold 64 bits. */
export interface MovedHandle {
  readonly id: string;
  readonly channel: string;
  readonly external_user_id: string;
}

/** The stored fields of a customer row. The id is left out. */
type StoredFields = Omit<CustomerRow, 'id'> & { readonly id?: undefined };

export interface ReceiptRow {
  readonly id: bigint;
  readonly survivor_id: bigint;
  readonly merged_id: bigint;
  readonly survivor_name: string | null;
  readonly merged_name: string | null;
  readonly moved: Moved;
  readonly actor: string;
  readonly created_utc: string;
  readonly undone_utc: string | null;
}

const COLUMNS = sql`m.id, m.survivor_id, m.merged_id, m.survivor_name, m.merged_name, m.moved, m.actor, m.created_utc,
  m.undone_utc`;

export interface ReceiptSelection {
  readonly id?: bigint | undefined;
  readonly identityId?: bigint | undefined;
}

function selected(siteId: bigint, { id, identityId }: ReceiptSelection): Statement {
  const one = id === undefined ? sql`` : sql` and m.id = ${id}`;
  const ofCustomer =
    identityId === undefined ? sql`` : sql` and (m.survivor_id = ${identityId} or m.merged_id = ${identityId})`;
  return sql`m.site_id = ${siteId}${one}${ofCustomer}`;
}

/** Newest first. */
export async function findReceipts(
  db: Db,
  siteId: bigint,
  selection: ReceiptSelection,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<ReceiptRow[]> {
  return db.query<ReceiptRow>(sql`
    select ${COLUMNS} from customer_merge m where ${selected(siteId, selection)}
    order by m.created_utc desc, m.id desc limit ${limit} offset ${skip}`);
}

export async function countReceipts(db: Db, siteId: bigint, selection: ReceiptSelection): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from customer_merge m where ${selected(siteId, selection)}`,
  );
  return row?.total ?? 0;
}

/** JSON numbers do not hold 64 bits, and the receipt has the ids. */
function withoutId(row: CustomerRow): StoredFields {
  return { ...row, id: undefined };
}

export interface NewReceipt {
  readonly survivor: CustomerRow;
  readonly merged: CustomerRow;
  readonly after: CustomerRow;
  readonly names: { readonly survivor: string | null; readonly merged: string | null };
  readonly belongings: Belongings;
  readonly madeBindingIds: readonly bigint[];
  readonly madeNoteId: bigint | null;
  readonly aliasIds: readonly bigint[];
  readonly madeDistinctIds: readonly bigint[];
  readonly moved: Moved;
  readonly actor: string;
  readonly now: Date;
}

export async function insertReceipt(db: Db, siteId: bigint, receipt: NewReceipt): Promise<ReceiptRow> {
  const { survivor, merged, after, belongings } = receipt;
  const id = await db.takeIds(siteId, 1);
  const [row] = await db.query<ReceiptRow>(sql`
    insert into customer_merge as m (site_id, id, survivor_id, merged_id, survivor_name, merged_name, moved, actor, created_utc)
    values (${siteId}, ${id}, ${survivor.id}, ${merged.id}, ${receipt.names.survivor}, ${receipt.names.merged},
      ${json(receipt.moved)}, ${receipt.actor}, ${receipt.now.toISOString()}::timestamptz)
    returning ${COLUMNS}`);
  if (row === undefined) throw new Error('no receipt was stored');
  const handles = belongings.handles.map(({ id, channel, external_user_id }) => ({
    ...{ id: id.toString(), channel, external_user_id },
  }));
  await db.query(sql`
    insert into customer_merge_undo (site_id, merge_id, merged_before, survivor_before, survivor_after, ticket_ids,
      session_ids, visitor_ids, note_ids, handles, made_binding_ids, made_note_id, alias_ids, distinct_ids, made_distinct_ids)
    values (${siteId}, ${row.id}, ${json(withoutId(merged))}, ${json(withoutId(survivor))}, ${json(withoutId(after))},
      ${belongings.ticketIds}::bigint[], ${belongings.sessionIds}::bigint[], ${belongings.visitorIds}::bigint[],
      ${belongings.noteIds}::bigint[], ${json(handles)}, ${receipt.madeBindingIds}::bigint[], ${receipt.madeNoteId}::bigint,
      ${receipt.aliasIds}::bigint[], ${belongings.distinctIds}::bigint[], ${receipt.madeDistinctIds}::bigint[])`);
  return row;
}

/** The state that an undo restores. */
export interface UndoData {
  readonly merged_before: StoredFields;
  readonly survivor_before: StoredFields;
  readonly survivor_after: StoredFields;
  readonly ticket_ids: bigint[];
  readonly session_ids: bigint[];
  readonly visitor_ids: bigint[];
  readonly note_ids: bigint[];
  readonly handles: MovedHandle[];
  readonly made_binding_ids: bigint[];
  readonly made_note_id: bigint | null;
  readonly alias_ids: bigint[];
  readonly distinct_ids: bigint[];
  readonly made_distinct_ids: bigint[];
}

/** Locked until the transaction ends. */
export async function lockReceipt(db: Db, siteId: bigint, id: bigint): Promise<ReceiptRow | undefined> {
  const [row] = await db.query<ReceiptRow>(sql`
    select ${COLUMNS} from customer_merge m where m.site_id = ${siteId} and m.id = ${id} for update`);
  return row;
}

/** Undefined once it is deleted. */
export async function getUndoData(db: Db, siteId: bigint, mergeId: bigint): Promise<UndoData | undefined> {
  const [row] = await db.query<UndoData>(sql`
    select merged_before, survivor_before, survivor_after, ticket_ids, session_ids, visitor_ids, note_ids, handles,
      made_binding_ids, made_note_id, alias_ids, distinct_ids, made_distinct_ids
    from customer_merge_undo where site_id = ${siteId} and merge_id = ${mergeId}`);
  return row;
}

export async function markUndone(db: Db, siteId: bigint, id: bigint, now: Date): Promise<void> {
  await db.query(sql`delete from customer_merge_undo where site_id = ${siteId} and merge_id = ${id}`);
  await db.query(sql`
    update customer_merge set undone_utc = ${now.toISOString()}::timestamptz where site_id = ${siteId} and id = ${id}`);
}

/** Deletes the undo data of merges before this time. */
async function deleteOldUndoData(db: Db, siteId: bigint, before: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from customer_merge_undo where site_id = ${siteId} and merge_id in (
      select u.merge_id from customer_merge_undo u join customer_merge m on m.site_id = ${siteId} and m.id = u.merge_id
      where u.site_id = ${siteId} and m.created_utc < ${before.toISOString()}::timestamptz limit ${limit})
    returning 1 as one`);
  return rows.length;
}
