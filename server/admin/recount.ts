import { messageRowDeltas } from '#server/counters/message-hours.ts';
import { customerRowDeltas } from '#server/customers/customer-counters.ts';
import { sql, type Db, type Statement } from '#server/db/db.ts';
import { portalRowDeltas } from '#server/portal/portal-counters.ts';
import { ticketRowDeltas } from '#server/tickets/ticket-counters.ts';

export interface WrongCounter {
  readonly name: string;
  readonly key: string;
  readonly counted: bigint;
  readonly actual: bigint;
}

/** Counters of a site that differ from its rows. Reads all rows of the site, in one snapshot. */
export function findWrongCounters(db: Db, siteId: bigint): Promise<WrongCounter[]> {
  return db.query<WrongCounter>(sql`${differences(siteId)} select * from wrong order by name, key`);
}

/** Corrects the counters of a site by inserting deltas, so concurrent writes are safe. */
export async function correctCounters(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`${differences(siteId)}
    insert into counter (site_id, name, key, n) select ${siteId}, name, key, actual - counted from wrong`);
}

function differences(siteId: bigint): Statement {
  const rowsOf = (table: Statement) => sql`(select * from ${table} where site_id = ${siteId})`;
  const handles = rowsOf(sql`channel_binding`);
  return sql`with actual as (
      ${ticketRowDeltas(rowsOf(sql`ticket`), 1)}
      union all ${customerRowDeltas(rowsOf(sql`customer_identity`), 1)}
      union all select 'binding', channel, count(*) from ${handles} b group by 2
      union all select 'customer_channel', channel, count(distinct identity_id) from ${handles} b group by 2
      union all ${messageRowDeltas(rowsOf(sql`channel_message`), 1)}
      union all ${portalRowDeltas(rowsOf(sql`portal_token`), 1)}
    ), wrong as (
      select name, key, coalesce(sum(counted), 0)::bigint as counted, coalesce(sum(actual), 0)::bigint as actual
      from (
        select name, key, n as actual, 0 as counted from actual
        union all select name, key, 0, n from counter where site_id = ${siteId}
      ) c group by 1, 2 having coalesce(sum(counted), 0) <> coalesce(sum(actual), 0)
    )`;
}
