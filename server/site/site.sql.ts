import type { Country } from '#contract/dialling.ts';
import { sql, type Db } from '#server/db/db.ts';
import { keysMadeFor } from '#contract/contact-keys.ts';

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

export interface SiteFields {
  readonly name: string;
  readonly country: Country | null;
  readonly undeployed: readonly string[];
}

/** Held until the transaction ends; undefined where there is no such site. */
export async function lockSiteFields(db: Db, id: bigint): Promise<SiteFields | undefined> {
  const [row] = await db.query<SiteFields>(sql`
    select name, country, undeployed from site where id = ${id} for no key update`);
  return row;
}

export async function updateSiteFields(db: Db, id: bigint, { name, country, undeployed }: SiteFields): Promise<void> {
  await db.query(sql`
    update site set name = ${name}, country = ${country}, undeployed = ${undeployed}::text[] where id = ${id}`);
}
