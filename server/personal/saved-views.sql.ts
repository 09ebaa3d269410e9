import type { SavedView } from '#contract/personal.ts';
import { readPageInBatches } from '#server/db/batches.ts';
import { json, sql, type Db, type Statement } from '#server/db/db.ts';

/** The reader: a token sees its own views and the shared ones of its site. */
export interface Viewer {
  readonly siteId: bigint;
  readonly tokenId: bigint;
}

/** The columns that a write stores. */
export interface SavedViewState {
  readonly name: string;
  readonly shared: boolean;
  readonly query: Readonly<Record<string, string>>;
  readonly columns: readonly string[] | null;
  readonly position: number;
}

export type LockedView = SavedView & { readonly token_id: bigint };

/** A view holds up to 32 kB. */
const VIEWS_AT_ONCE = 25;

const COLUMNS = sql`v.id, v.name, v.shared, v.query, v.columns, v.position, v.updated_utc`;

function isVisible({ siteId, tokenId }: Viewer): Statement {
  return sql`v.site_id = ${siteId} and (v.shared or v.token_id = ${tokenId})`;
}

export function readSavedViews(
  db: Db,
  viewer: Viewer,
  page: { readonly limit: number; readonly skip: number },
): AsyncGenerator<SavedView[]> {
  const rows = sql`
    select ${COLUMNS} from saved_view v where ${isVisible(viewer)} order by v.position, v.created_utc desc, v.id desc`;
  return readPageInBatches<SavedView>(db, rows, { ...page, atOnce: VIEWS_AT_ONCE });
}

export async function countSavedViews(db: Db, viewer: Viewer): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from saved_view v where ${isVisible(viewer)}`,
  );
  return row?.total ?? 0;
}

/** Serializes calls that add views to one token, so that none exceeds the limit. */
export async function lockViewsOf(db: Db, { siteId, tokenId }: Viewer): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`views ${siteId} ${tokenId}`}::text, 0))`);
}

/** The number of the token's own views, and the position after the last view that it sees. */
export async function measureViews(db: Db, viewer: Viewer): Promise<{ readonly own: number; readonly end: number }> {
  const [row] = await db.query<{ own: number; end: number }>(sql`
    select count(*) filter (where v.token_id = ${viewer.tokenId})::integer as own, coalesce(max(v.position) + 1, 0) as "end"
    from saved_view v where ${isVisible(viewer)}`);
  return row ?? { own: 0, end: 0 };
}

export async function insertSavedView(db: Db, owner: Viewer, state: SavedViewState, now: Date): Promise<SavedView> {
  const at = now.toISOString();
  const id = await db.takeIds(owner.siteId, 1);
  const [row] = await db.query<SavedView>(sql`
    insert into saved_view as v (site_id, id, token_id, name, shared, query, columns, position, created_utc, updated_utc)
    values (${owner.siteId}, ${id}, ${owner.tokenId}, ${state.name}, ${state.shared},
      ${json(state.query)}::text::jsonb, ${state.columns}::text[], ${state.position}, ${at}::timestamptz, ${at}::timestamptz)
    returning ${COLUMNS}`);
  if (row === undefined) throw new Error('the new view was not answered');
  return row;
}

/** Locks a view that the token sees until the transaction ends. */
export async function lockSavedView(db: Db, viewer: Viewer, id: bigint): Promise<LockedView | undefined> {
  const [row] = await db.query<LockedView>(
    sql`select ${COLUMNS}, v.token_id from saved_view v where ${isVisible(viewer)} and v.id = ${id} for update`,
  );
  return row;
}

export async function updateSavedViewRow(
  db: Db,
  owner: Viewer,
  id: bigint,
  state: SavedViewState,
  now: Date,
): Promise<SavedView> {
  const [row] = await db.query<SavedView>(sql`
    update saved_view v set token_id = ${owner.tokenId}, name = ${state.name}, shared = ${state.shared},
      query = ${json(state.query)}::text::jsonb, columns = ${state.columns}::text[], position = ${state.position},
      updated_utc = ${now.toISOString()}
    where v.site_id = ${owner.siteId} and v.id = ${id} returning ${COLUMNS}`);
  if (row === undefined) throw new Error('the changed view was not answered');
  return row;
}

export async function deleteSavedViewRow(db: Db, siteId: bigint, id: bigint): Promise<void> {
  await db.query(sql`delete from saved_view where site_id = ${siteId} and id = ${id}`);
}

/** Copies the personal views of one token to another. */
export async function copyPersonalViews(
  db: Db,
  siteId: bigint,
  { from, to }: { readonly from: bigint; readonly to: bigint },
  now: Date,
): Promise<void> {
  const [{ count } = { count: 0 }] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from saved_view
    where site_id = ${siteId} and token_id = ${from} and not shared`);
  const first = await db.takeIds(siteId, count);
  await db.query(sql`
    insert into saved_view (site_id, id, token_id, name, shared, query, columns, position, created_utc, updated_utc)
    select v.site_id, ${first}::bigint + row_number() over (order by v.id) - 1, ${to}, v.name, false, v.query, v.columns, v.position,
      ${now.toISOString()}::timestamptz, v.updated_utc
    from saved_view v where v.site_id = ${siteId} and v.token_id = ${from} and not v.shared order by v.id limit ${count}`);
}
