import { sql, type Db } from '#server/db/db.ts';
import type { Page } from './handoffs.sql.ts';

export interface StarterRecord {
  readonly id: bigint;
  readonly text: string;
  readonly position: number;
  readonly locale: string | null;
  readonly created_utc: string;
}

/** By position, the first made first where two have one. */
export async function findStarters(db: Db, siteId: bigint, { limit, skip }: Page): Promise<StarterRecord[]> {
  return db.query<StarterRecord>(sql`
    select id, text, position, locale, created_utc from conversation_starter
    where site_id = ${siteId} order by position, id limit ${limit} offset ${skip}`);
}

export async function countStarters(db: Db, siteId: bigint): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from conversation_starter where site_id = ${siteId}`,
  );
  return row?.total ?? 0;
}
