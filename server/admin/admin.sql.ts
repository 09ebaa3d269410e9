import { sql, type Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';

interface SiteRow {
  readonly id: bigint;
  readonly name: string;
  readonly time_zone: string;
  readonly is_demo: boolean;
  readonly country: Site['country'];
  readonly undeployed: Site['undeployed'];
}

/** @param db The owner's handle: a command names its site itself. */
export async function getSiteById(db: Db, siteId: bigint): Promise<Site | undefined> {
  const [row] = await db.query<SiteRow>(sql`
    select id, name, time_zone, is_demo, country, undeployed from site where id = ${siteId}`);
  if (row === undefined) return undefined;
  return {
    id: row.id,
    name: row.name,
    timeZone: row.time_zone,
    isDemo: row.is_demo,
    country: row.country,
    undeployed: row.undeployed,
  };
}
