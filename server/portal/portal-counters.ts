import { MANY_USES } from '#contract/portal.ts';
import { sql, type Statement } from '#server/db/db.ts';

// Portal links are counted by the UTC day on which they expire. For the current day counters are too coarse, so its links are read.

/** The counter key `portal_end` of a row `p`: expiry day, revoked (0 or 1), and use: never (0), often (2), else 1. */
function endKey(useCount: Statement, revoked: Statement): Statement {
  return sql`concat_ws(' ', to_char(p.expires_utc at time zone 'UTC', 'YYYY-MM-DD'), (${revoked} is not null)::integer,
    case when ${useCount} = 0 then 0 when ${useCount} < ${MANY_USES} then 1 else 2 end)`;
}

/**
 * Deltas of links as rows (name, key, n), for an `insert into counter`.
 * @param links a table expression with the columns of `portal_token`
 */
export function portalRowDeltas(links: Statement, n: 1 | -1): Statement {
  return sql`
    select 'portal_end' as name, ${endKey(sql`p.use_count`, sql`p.revoked_utc`)} as key, ${n}::bigint * count(*) as n
    from ${links} p group by 2
    union all
    select 'portal_uses', '', ${n}::bigint * sum(p.use_count) from ${links} p having sum(p.use_count) <> 0`;
}

/** Deltas of one use of each link. @param links the rows after the update */
export function openedDeltas(links: Statement): Statement {
  const [before, after] = [sql`p.use_count - 1`, sql`p.use_count`].map((uses) => endKey(uses, sql`p.revoked_utc`));
  return sql`
    select 'portal_end' as name, ${after} as key, 1::bigint as n from ${links} p where ${after} <> ${before}
    union all select 'portal_end', ${before}, -1 from ${links} p where ${after} <> ${before}
    union all select 'portal_uses', '', count(*) from ${links} p having count(*) > 0`;
}

/** Deltas of revoked links. @param links the rows after the update, without those revoked before */
export function revokedDeltas(links: Statement): Statement {
  return sql`
    select 'portal_end' as name, ${endKey(sql`p.use_count`, sql`p.revoked_utc`)} as key, count(*) as n from ${links} p group by 2
    union all
    select 'portal_end', ${endKey(sql`p.use_count`, sql`null::timestamptz`)}, -count(*) from ${links} p group by 2`;
}

/**
 * Link counts as a table `p`: the counted columns, and the number of links `n` with these values. Links that expire on
 * the day of a cut are separate rows with their exact time; all others expire at noon. So comparing `expires_utc` with a
 * cut is exact.
 * @param cuts times that the caller compares `expires_utc` with
 */
export function countedLinks(siteId: bigint, cuts: readonly Date[]): Statement {
  const days = [...new Set(cuts.map((cut) => cut.toISOString().slice(0, 10)))];
  return sql`(
    select (left(c.key, 10) || 'T12:00:00Z')::timestamptz as expires_utc,
      case when substr(c.key, 12, 1) = '1' then timestamptz 'epoch' end as revoked_utc,
      case substr(c.key, 14, 1) when '0' then 0 when '1' then 1 else ${MANY_USES} end as use_count, c.n
    from counter c
    where c.site_id = ${siteId} and c.name = 'portal_end' and left(c.key, 10) <> all (${days}::text[])
    union all
    select p.* from (
      select d.day::timestamptz as from_utc, d.day::timestamptz + interval '24 hours' as to_utc
      from unnest(${days.map((day) => `${day}T00:00:00Z`)}::text[]) as d (day)
    ) d
    -- Day by day, between bounds computed first: under row-level security only constant bounds can use the index.
    cross join lateral (
      select p.expires_utc, p.revoked_utc, p.use_count, 1 from portal_token p
      where p.site_id = ${siteId} and p.expires_utc >= d.from_utc and p.expires_utc < d.to_utc offset 0) p
  ) p`;
}
