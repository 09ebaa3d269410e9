import type { AiCapChange } from '#contract/ai-reports.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { Page, Span } from './report-parameters.ts';

/** The newest change first; fields that one request changed have one time. */
export async function findCapChanges(
  db: Db,
  siteId: bigint,
  { fromUtc, toUtc }: Span,
  { limit, skip }: Page,
): Promise<{ readonly items: AiCapChange[]; readonly total_count: number }> {
  const selected = sql`c.site_id = ${siteId} and c.created_utc >= coalesce(${fromUtc}::timestamptz, '-infinity')
    and c.created_utc < coalesce(${toUtc}::timestamptz, 'infinity')`;
  const items = await db.query<AiCapChange>(sql`
    select c.id, c.created_utc, c.actor, c.cap, c.from_value as "from", c.to_value as "to" from ai_cap_change c
    where ${selected} order by c.created_utc desc, c.id desc limit ${limit} offset ${skip}`);
  const [total] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from ai_cap_change c where ${selected}`,
  );
  return { items, total_count: total?.total ?? 0 };
}
