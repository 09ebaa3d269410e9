import type { Country } from '#contract/dialling.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { Site } from '#server/operation/call.ts';
import { keysMadeFor } from './key-rules.ts';

export async function insertSite(
  db: Db,
  site: {
    readonly name: string;
    readonly timeZone: string;
    readonly isDemo: boolean;
    readonly country: Country | null;
    readonly undeployed: readonly string[];
    readonly now: Date;
  },
): Promise<bigint> {
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into site (name, time_zone, is_demo, country, keys_made_for, undeployed, created_utc)
    values (${site.name}, ${site.timeZone}, ${site.isDemo}, ${site.country}, ${keysMadeFor(site.country)},
      ${site.undeployed}, ${site.now.toISOString()})
    returning id`);
  if (row === undefined) throw new Error('the new site was not answered');
  await db.query(sql`select create_site_sequences(${row.id})`);
  return row.id;
}

export async function getAnySiteId(db: Db): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint }>(sql`select id from site limit 1`);
  return row?.id;
}

export async function updateSiteRow(db: Db, site: Pick<Site, 'id' | 'name' | 'country'>): Promise<void> {
  await db.query(sql`update site set name = ${site.name}, country = ${site.country} where id = ${site.id}`);
}
