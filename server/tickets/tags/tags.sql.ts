import { counted } from '#server/counters/counters.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { authorName } from '#server/tickets/agents.ts';
import type { Author } from '#server/operation/call.ts';

export interface TagRow {
  readonly id: bigint;
  readonly name: string;
  readonly color: number | null;
  readonly ticket_count: number;
  readonly created_utc: string;
}

/** The number of tickets with the tag `k`, from the counters. */
const TICKET_COUNT = sql`${counted(sql`k.site_id`, 'ticket_tag', sql`k.name_key`)}::integer as ticket_count`;

/** Newest first, each with its number of tickets. */
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

/** One tag by its id or key. */
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

/**
 * Locks the tags of a site until the transaction ends: exclusive to rename, merge or delete tags, shared to tag tickets.
 * Otherwise a ticket could get a tag during its rename and keep a name that no tag has. To be called before locking
 * tickets: all writers lock tags first, then tickets by id, so they cannot deadlock.
 */
export async function lockTags(db: Db, siteId: bigint, how: 'exclusive' | 'shared'): Promise<void> {
  const key = sql`hashtextextended(${`tags ${siteId}`}::text, 0)`;
  await db.query(
    how === 'exclusive' ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`,
  );
}

/** Undefined if the name is taken. */
export async function insertTag(
  db: Db,
  siteId: bigint,
  tag: { readonly name: string; readonly key: string; readonly color: number | null },
  now: Date,
): Promise<bigint | undefined> {
  const id = await db.takeIds(siteId, 1);
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into tag (site_id, id, name, name_key, color, created_utc)
    values (${siteId}, ${id}, ${tag.name}, ${tag.key}, ${tag.color}::smallint, ${now.toISOString()})
    on conflict (site_id, name_key) do nothing returning id`);
  return row?.id;
}

export async function updateTagRow(
  db: Db,
  siteId: bigint,
  tag: { readonly id: bigint; readonly name: string; readonly key: string; readonly color: number | null },
): Promise<void> {
  await db.query(sql`
    update tag set name = ${tag.name}, name_key = ${tag.key}, color = ${tag.color}::smallint
    where site_id = ${siteId} and id = ${tag.id}`);
}

export async function deleteTagRow(db: Db, siteId: bigint, id: bigint): Promise<void> {
  await db.query(sql`delete from tag where site_id = ${siteId} and id = ${id}`);
}

/**
 * Scans the next `limit` tickets after an id for a tag. No index has tags, so all tickets are scanned in steps.
 * @param spelling skips tickets that already have this spelling
 * @returns the tickets with the tag, and the last id scanned, null at the end
 */
export async function findTagged(
  db: Db,
  siteId: bigint,
  { key, spelling }: { readonly key: string; readonly spelling: string | null },
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<{ readonly ids: bigint[]; readonly last: bigint | null }> {
  const [row] = await db.query<{ ids: bigint[]; last: bigint | null }>(sql`
    with looked as materialized (
      select id, tags, tag_keys from ticket where site_id = ${siteId} and id > ${after} order by id limit ${limit}
    )
    select (select max(id) from looked) as last, array(
      select id from looked where tag_keys @> array[${key}]::text[]
        and (${spelling}::text is null or not tags @> array[${spelling}]::text[]) order by id) as ids`);
  return row ?? { ids: [], last: null };
}

/**
 * Locks the tickets that have the tag until the transaction ends, in id order like every writer, and returns how many
 * there are.
 */
export async function lockTagged(db: Db, siteId: bigint, key: string, ids: readonly bigint[]): Promise<number> {
  const [row] = await db.query<{ held: number }>(sql`
    select count(*)::integer as held from (
      select t.id from ticket t where t.site_id = ${siteId} and t.id = any(${ids}::bigint[])
        and t.tag_keys @> array[${key}]::text[] order by t.id for update
    ) held`);
  return row?.held ?? 0;
}

export interface TagMove {
  readonly from: string;
  /** The tag that replaces it, or null to take it off. */
  readonly to: { readonly name: string; readonly key: string } | null;
}

/**
 * Replaces or removes a tag on those of the tickets that have it and returns how many changed. A ticket that already has
 * the new tag keeps one of them. Rebuilds the search text, which ends with the tags, one per line.
 */
export async function moveTag(
  db: Db,
  siteId: bigint,
  { from, to }: TagMove,
  ids: readonly bigint[],
  stamp: { readonly now: Date; readonly by: Author },
): Promise<number> {
  const at = stamp.now.toISOString();
  const name = to?.name ?? null;
  const key = to?.key ?? null;
  const isRespelled = key === from;
  const first = await db.takeIds(siteId, ids.length);
  const [row] = await db.query<{ changed: number }>(sql`
    with planned as (
      select t.id, t.tags as old_tags, t.tag_keys as old_keys, n.tags, n.tag_keys
      from ticket t cross join lateral (
        select coalesce(array_agg(case when u.name_key = ${from} then ${name}::text else u.name end order by u.position), '{}') as tags,
          coalesce(array_agg(case when u.name_key = ${from} then ${key}::text else u.name_key end order by u.position), '{}') as tag_keys
        from unnest(t.tags, t.tag_keys) with ordinality as u (name, name_key, position)
        where u.name_key <> ${from}
          or (${key}::text is not null and (${isRespelled}::boolean or not t.tag_keys @> array[${key}]::text[]))
      ) n
      where t.site_id = ${siteId} and t.id = any(${ids}::bigint[]) and t.tag_keys @> array[${from}]::text[] and t.tags <> n.tags
    ), changed as (
      update ticket t set tags = p.tags, tag_keys = p.tag_keys, version = t.version + 1, updated_utc = ${at}::timestamptz,
        search_text = (
          select string_agg(' ' || folded_text(u.part) || ' ', E'\n' order by u.position)
          from unnest(array['#' || t.ticket_number, t.subject, t.requester_name, t.requester_email, t.requester_phone]
            || p.tags) with ordinality as u (part, position) where u.part <> '')
      from planned p where t.site_id = ${siteId} and t.id = p.id
      returning t.id
    ), recorded as (
      insert into ticket_activity (site_id, id, ticket_id, kind, actor, from_value, to_value, created_utc)
      select ${siteId}, ${first}::bigint + row_number() over (order by p.id) - 1, p.id, 'tags', ${authorName(siteId, stamp.by)}, array_to_string(p.old_tags, ','),
        nullif(array_to_string(p.tags, ','), ''), ${at}::timestamptz
      from planned p order by p.id
    ), counted as (
      insert into counter (site_id, name, key, n)
      select ${siteId}, 'ticket_tag', d.key, sum(d.n) from (
        select unnest(p.tag_keys) as key, 1 as n from planned p union all select unnest(p.old_keys), -1 from planned p
      ) d group by 3 having sum(d.n) <> 0
    )
    select count(*)::integer as changed from changed`);
  return row?.changed ?? 0;
}
