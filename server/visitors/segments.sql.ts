import { sql, type Db, type Statement } from '#server/db/db.ts';

/**
 * Id, name and key of the segments of the visitor `v`. A rule of n events matches if the n-th newest event is recent
 * enough, so one read of the newest events of a name evaluates all rules of that name, however many events there are. The
 * CTEs are materialized so that no plan repeats the read for each rule.
 */
function segmentsOfVisitor(now: Date): Statement {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`
    with names as materialized (
      select g.event, max(g.min_count) as most, max(g.within_days) as days from segment g
      where g.site_id = v.site_id group by g.event
    ), seen as materialized (
      select n.event, array(
        select e.occurred_utc from visitor_event e
        where e.site_id = v.site_id and e.visitor_id = v.id and e.event = n.event
          and e.occurred_utc > ${at} - make_interval(days => n.days) and e.occurred_utc <= ${at}
        order by e.occurred_utc desc limit n.most
      ) as newest from names n
    )
    select g.id, g.name, g.name_key from seen s join segment g on g.site_id = v.site_id and g.event = s.event
    where s.newest[g.min_count] > ${at} - make_interval(days => g.within_days)`;
}

/** Names of the segments of visitor `v`, as `text[]`. */
export function segmentNames(now: Date): Statement {
  return sql`array(select s.name from (${segmentsOfVisitor(now)}) s order by s.name_key)`;
}

/** Names of all segments of the site, in alphabetical order. */
export async function findSegmentNames(db: Db, siteId: bigint): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    sql`select name from segment where site_id = ${siteId} order by name_key`,
  );
  return rows.map(({ name }) => name);
}

/** Condition: visitor `v` is in the segment with this name key. Reads the events once, not once per visitor. */
export function isInSegment(siteId: bigint, nameKey: string, now: Date): Statement {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`v.id in (select e.visitor_id from segment g join visitor_event e on e.site_id = g.site_id and e.event = g.event
      and e.occurred_utc > ${at} - make_interval(days => g.within_days) and e.occurred_utc <= ${at}
    where g.site_id = ${siteId} and g.name_key = ${nameKey}
    group by e.visitor_id, g.min_count having count(*) >= g.min_count)`;
}

export interface SegmentChange {
  readonly segments: string[];
  readonly entered: string[];
  readonly left: string[];
}

/**
 * The present segments of a visitor, compared with those reported last, and stores them as last reported. Call while the
 * visitor is locked.
 */
export async function updateReportedSegments(
  db: Db,
  siteId: bigint,
  visitorId: bigint,
  now: Date,
): Promise<SegmentChange> {
  const [row] = await db.query<SegmentChange>(sql`
    with fulfilled as (
      select s.id from visitor v cross join lateral (${segmentsOfVisitor(now)}) s
      where v.site_id = ${siteId} and v.id = ${visitorId}
    ), judged as (
      select g.id, g.name, g.name_key, g.id in (select f.id from fulfilled f) as is_in, g.id = any(v.told_segments) as was_in
      from visitor v join segment g on g.site_id = v.site_id
      where v.site_id = ${siteId} and v.id = ${visitorId}
    ), stored as (
      update visitor set told_segments = coalesce((select array_agg(j.id order by j.id) from judged j where j.is_in), '{}')
      where site_id = ${siteId} and id = ${visitorId} and exists (select from judged j where j.is_in <> j.was_in)
    )
    select coalesce(array_agg(name order by name_key) filter (where is_in), '{}') as segments,
      coalesce(array_agg(name order by name_key) filter (where is_in and not was_in), '{}') as entered,
      coalesce(array_agg(name order by name_key) filter (where was_in and not is_in), '{}') as "left"
    from judged`);
  if (row === undefined) throw new Error('the segments query returned no row');
  return row;
}

export interface SegmentRow {
  readonly name: string;
  readonly nameKey: string;
  readonly event: string;
  readonly minCount: number;
  readonly withinDays: number;
  readonly externalId: string | null;
  readonly createdUtc: string;
}

/** The segments with this external id or this name, locked. */
export async function findSegmentsToChange(
  db: Db,
  siteId: bigint,
  { nameKey, externalId }: Pick<SegmentRow, 'nameKey' | 'externalId'>,
): Promise<{ id: bigint; name_key: string; external_id: string | null }[]> {
  return db.query(sql`
    select id, name_key, external_id from segment
    where site_id = ${siteId} and (name_key = ${nameKey} or external_id = ${externalId}::text) for update`);
}

/** Updates the segment instead if a concurrent call inserted one with this name. */
export async function insertSegment(
  db: Db,
  siteId: bigint,
  row: SegmentRow,
): Promise<{ readonly id: bigint; readonly is_new: boolean }> {
  const id = await db.takeIds(siteId, 1);
  const [made] = await db.query<{ id: bigint; is_new: boolean }>(sql`
    insert into segment as g (site_id, id, name, name_key, event, min_count, within_days, external_id, created_utc)
    values (${siteId}, ${id}, ${row.name}, ${row.nameKey}, ${row.event}, ${row.minCount}, ${row.withinDays},
      ${row.externalId}, ${row.createdUtc})
    on conflict (site_id, name_key) do update set name = excluded.name, event = excluded.event,
      min_count = excluded.min_count, within_days = excluded.within_days,
      external_id = coalesce(g.external_id, excluded.external_id)
    returning g.id, g.xmax = 0 as is_new`);
  if (made === undefined) throw new Error('the insert returned no segment');
  return made;
}

export async function updateSegment(db: Db, siteId: bigint, id: bigint, row: SegmentRow): Promise<void> {
  await db.query(sql`
    update segment set name = ${row.name}, name_key = ${row.nameKey}, event = ${row.event}, min_count = ${row.minCount},
      within_days = ${row.withinDays}, external_id = coalesce(external_id, ${row.externalId})
    where site_id = ${siteId} and id = ${id}`);
}

export async function countSegments(db: Db, siteId: bigint): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*)::integer as count from segment where site_id = ${siteId}`,
  );
  return row?.count ?? 0;
}
