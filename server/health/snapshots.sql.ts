import type { HealthOverview, HealthSnapshot } from '#contract/health-overview.ts';
import { EMPTY, json, sql, type Db, type Statement } from '#server/db/db.ts';
import type { HealthSite } from './health.ts';

/** Undefined if the site is gone. */
export async function getHealthSite(db: Db, siteId: bigint): Promise<HealthSite | undefined> {
  const [row] = await db.query<HealthSite>(sql`select id, undeployed from site where id = ${siteId}`);
  return row;
}

/** Inserts snapshots; hours that have one keep it. */
export async function insertSnapshots(db: Db, siteId: bigint, snapshots: readonly HealthSnapshot[]): Promise<void> {
  await db.query(sql`
    insert into health_snapshot (site_id, hour_utc, at_utc, figures)
    select ${siteId}, date_trunc('hour', u.at_utc, 'UTC'), u.at_utc, u.figures::jsonb
    from unnest(${snapshots.map(({ as_of_utc }) => as_of_utc)}::timestamptz[],
      ${snapshots.map((snapshot) => json(snapshot))}::text[]) as u (at_utc, figures)
    on conflict do nothing`);
}

/** Deletes a batch and returns its size. */
export async function deleteOldSnapshots(db: Db, siteId: bigint, before: string, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from health_snapshot where site_id = ${siteId} and hour_utc in (
      select hour_utc from health_snapshot where site_id = ${siteId} and hour_utc < ${before}::timestamptz
      order by hour_utc limit ${limit})
    returning 1 as one`);
  return rows.length;
}

export interface SnapshotWindow {
  readonly from: string | undefined;
  /** Exclusive. */
  readonly to: string | undefined;
  readonly step: 'hour' | 'day';
}

/** Oldest first. */
export async function findSnapshots(
  db: Db,
  siteId: bigint,
  window: SnapshotWindow,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<HealthSnapshot[]> {
  const rows = await db.query<{ figures: HealthSnapshot }>(
    window.step === 'hour'
      ? sql`
        select h.figures from health_snapshot h where ${within(siteId, window)}
        order by h.hour_utc limit ${limit} offset ${skip}`
      : sql`
        select h.figures from (
          select distinct on (1) date_trunc('day', h.hour_utc, 'UTC') as day, h.hour_utc from health_snapshot h
          where ${within(siteId, window)} order by 1, h.hour_utc desc limit ${limit} offset ${skip}
        ) d join health_snapshot h on h.site_id = ${siteId} and h.hour_utc = d.hour_utc
        order by h.hour_utc`,
  );
  return rows.map(({ figures }) => figures);
}

export async function countSnapshots(db: Db, siteId: bigint, window: SnapshotWindow): Promise<number> {
  const rows = window.step === 'hour' ? sql`count(*)` : sql`count(distinct date_trunc('day', h.hour_utc, 'UTC'))`;
  const [row] = await db.query<{ n: number }>(
    sql`select (${rows})::integer as n from health_snapshot h where ${within(siteId, window)}`,
  );
  return row?.n ?? 0;
}

function within(siteId: bigint, { from, to }: SnapshotWindow): Statement {
  return sql`h.site_id = ${siteId}
    ${from === undefined ? EMPTY : sql`and h.at_utc >= ${from}::timestamptz`}
    ${to === undefined ? EMPTY : sql`and h.at_utc < ${to}::timestamptz`}`;
}

export interface EarlierHealth {
  /** The nearest snapshot to each requested time; null if none is near enough. */
  readonly near: readonly (HealthSnapshot | null)[];
  readonly series: HealthOverview['series'];
}

const NEAR = sql`interval '2 hours'`;

/** The snapshots nearest to the given times, and the series of figures since `since`. */
export async function findEarlierHealth(
  db: Db,
  siteId: bigint,
  { near, since, now }: { readonly near: readonly string[]; readonly since: string; readonly now: string },
): Promise<EarlierHealth> {
  const [row] = await db.query<EarlierHealth>(sql`
    select
      (select coalesce(json_agg(n.figures order by u.position), '[]')
        from (
          select w.position, w.at_utc, w.at_utc - ${NEAR} as low_utc, w.at_utc + ${NEAR} as high_utc,
            date_trunc('hour', w.at_utc - ${NEAR}, 'UTC') as from_utc
          from unnest(${near}::timestamptz[]) with ordinality as w (at_utc, position)
        ) u left join lateral (
          select h.figures from health_snapshot h where h.site_id = ${siteId} and h.hour_utc >= u.from_utc
            and h.hour_utc <= u.high_utc and h.at_utc between u.low_utc and u.high_utc
          order by abs(extract(epoch from h.at_utc - u.at_utc)), h.hour_utc limit 1
        ) n on true) as near,
      (select coalesce(json_agg(json_build_object('at_utc', h.figures -> 'as_of_utc',
          'open_tickets', h.figures -> 'open_tickets', 'webhook_failed_24h', h.figures -> 'webhook_failed_24h',
          'ai_calls_24h', h.figures -> 'ai_calls_24h',
          'channel_msg_inbound_24h', (select coalesce(sum((c ->> 'inbound_24h')::integer), 0)
            from jsonb_array_elements(h.figures -> 'channels') c)) order by h.hour_utc), '[]')
        from health_snapshot h where h.site_id = ${siteId}
          and h.hour_utc >= date_trunc('hour', ${since}::timestamptz, 'UTC')
          and h.at_utc > ${since}::timestamptz and h.at_utc <= ${now}::timestamptz) as series`);
  if (row === undefined) throw new Error('the database returned no snapshots');
  return row;
}
