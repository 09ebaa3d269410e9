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

const COLUMNS = sql`id, name, time_zone, is_demo, country, undeployed`;

/** @param db The owner's handle */
export async function getSiteById(db: Db, siteId: bigint): Promise<Site | undefined> {
  const [row] = await db.query<SiteRow>(sql`select ${COLUMNS} from site where id = ${siteId}`);
  return row === undefined ? undefined : siteOf(row);
}

/** All sites, oldest first. @param db The owner's handle */
export async function findAllSites(db: Db): Promise<Site[]> {
  const rows = await db.query<SiteRow>(sql`select ${COLUMNS} from site order by id`);
  return rows.map(siteOf);
}

function siteOf({ time_zone: timeZone, is_demo: isDemo, ...site }: SiteRow): Site {
  return { ...site, timeZone, isDemo };
}
