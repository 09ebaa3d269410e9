import { counted } from '#server/counters/counters.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';

export interface TagRow {
  readonly id: bigint;
  readonly name: string;
  readonly color: number | null;
  readonly ticket_count: number;
  readonly created_utc: string;
}

/** How many tickets have the tag `k`, without reading one. */
const TICKET_COUNT = sql`${counted(sql`k.site_id`, 'ticket_tag', sql`k.name_key`)}::integer as ticket_count`;

/** Newest first, each with the number of tickets that have it. */
export async function findTags(
  db: Db,
  siteId: bigint,
  page: { readonly limit: number; readonly skip: number },
): Promise<TagRow[]> {
  return db.query<TagRow>(sql`
    select k.id, k.name, k.color, ${TICKET_COUNT}, k.created_utc
    from tag k where k.site_id = ${siteId} order by k.created_utc desc, k.id desc limit ${page.limit} offset ${page.skip}`);
}

export async function countTags(db: Db, siteId: bigint): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from tag where site_id = ${siteId}`,
  );
  return row?.total ?? 0;
}

/** One tag, by its id or by the form by which names are compared. */
export async function getTag(
  db: Db,
  siteId: bigint,
  by: { readonly id: bigint } | { readonly key: string },
): Promise<TagRow | undefined> {
  const which: Statement = 'id' in by ? sql`k.id = ${by.id}` : sql`k.name_key = ${by.key}`;
  const [row] = await db.query<TagRow>(sql`
    select k.id, k.name, k.color, k.created_utc, ${TICKET_COUNT}
    from tag k where k.site_id = ${siteId} and ${which}`);
  return row;
}
