import { sql, type Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';

/** Rows of an export, or the rows that a site has from it. */
export interface MovedCounts {
  readonly customers: number;
  readonly tickets: number;
  readonly tickets_by_status: Readonly<Record<string, number>>;
  readonly comments: number;
  readonly ratings: number;
}

/** Counts the rows that a site has from a source: those whose external ID begins with its name. */
export async function countStored(db: Db, site: SiteRef, source: string): Promise<MovedCounts> {
  const like = `${source}:%`;
  const [row] = await db.query<MovedCounts>(sql`
    with moved as (
      select t.id, t.status from imported_ticket i join ticket t on t.site_id = i.site_id and t.id = i.ticket_id
      where i.site_id = ${site.id} and i.external_id like ${like}
    )
    select
      (select count(*) from imported_customer where site_id = ${site.id} and external_id like ${like})::integer as customers,
      (select count(*) from moved)::integer as tickets,
      (select coalesce(json_object_agg(s.status, s.n order by s.status), '{}')
        from (select status, count(*) as n from moved group by 1) s) as tickets_by_status,
      (select count(*) from moved m join ticket_comment c on c.site_id = ${site.id} and c.ticket_id = m.id)::integer as comments,
      (select count(*) from csat_response where site_id = ${site.id} and external_id like ${like})::integer as ratings`);
  if (row === undefined) throw new Error('the query returned no counts');
  return row;
}
