import { sql, type Db } from '#server/db/db.ts';

/** When a ticket came and when it was answered first, in milliseconds. */
export interface Arrival {
  readonly id: bigint;
  readonly created_ms: number;
  readonly first_reply_ms: number | null;
}

/** So many tickets created before an instant, the newest first; behind one of them where it is given. */
export async function findArrivals(
  db: Db,
  siteId: bigint,
  { since, until, after, limit }: { since: Date; until: Date; after: Arrival | null; limit: number },
): Promise<Arrival[]> {
  const behind =
    after === null
      ? sql``
      : sql`and (t.created_utc, t.id) < (${new Date(after.created_ms).toISOString()}::timestamptz, ${after.id}::bigint)`;
  return db.query<Arrival>(sql`
    select t.id, (extract(epoch from t.created_utc) * 1000)::float8 as created_ms,
      (extract(epoch from t.first_response_utc) * 1000)::float8 as first_reply_ms
    from ticket t
    where t.site_id = ${siteId} and t.created_utc >= ${since.toISOString()}::timestamptz
      and t.created_utc <= ${until.toISOString()}::timestamptz ${behind}
    order by t.created_utc desc, t.id desc limit ${limit}`);
}
