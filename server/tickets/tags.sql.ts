import { sql, type Db, type Statement } from '#server/db/db.ts';

export interface TagRow {
  readonly id: bigint;
  readonly name: string;
  readonly color: number | null;
  readonly ticket_count: number;
  readonly created_utc: string;
}

/** Newest first, each with the number of tickets that have it: one pass over the tickets counts for all tags. */
export async function findTags(
  db: Db,
  siteId: bigint,
  page: { readonly limit: number; readonly skip: number },
): Promise<TagRow[]> {
  return db.query<TagRow>(sql`
    select k.id, k.name, k.color, coalesce(n.ticket_count, 0) as ticket_count, k.created_utc
    from (
      select * from tag where site_id = ${siteId} order by created_utc desc, id desc limit ${page.limit} offset ${page.skip}
    ) k
    left join (
      select u.name_key, count(*)::integer as ticket_count from ticket t cross join unnest(t.tag_keys) as u (name_key)
      where t.site_id = ${siteId} group by u.name_key
    ) n on n.name_key = k.name_key
    order by k.created_utc desc, k.id desc`);
}

export async function countTags(db: Db, siteId: bigint): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from tag where site_id = ${siteId}`,
  );
  return row?.total ?? 0;
}

/** One tag, by its id or by the form in which names are kept apart. */
export async function getTag(
  db: Db,
  siteId: bigint,
  by: { readonly id: bigint } | { readonly key: string },
): Promise<TagRow | undefined> {
  const which: Statement = 'id' in by ? sql`k.id = ${by.id}` : sql`k.name_key = ${by.key}`;
  const [row] = await db.query<TagRow>(sql`
    select k.id, k.name, k.color, k.created_utc,
      (select count(*)::integer from ticket t
        where t.site_id = ${siteId} and t.tag_keys @> array[k.name_key]) as ticket_count
    from tag k where k.site_id = ${siteId} and ${which}`);
  return row;
}
