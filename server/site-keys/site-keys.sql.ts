import { sql, type Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';

/** Sites whose keys were made for something else than `rules` and their country. @param db The owner's handle. */
export async function findSitesToRenew(db: Db, rules: string): Promise<ContactSite[]> {
  return db.query<ContactSite>(sql`
    select id, country from site where keys_made_for <> ${rules}::text || coalesce(' ' || country, '') order by id`);
}

/** Unless the country is another one by now, and the keys have to be made once more. */
export async function markRenewed(db: Db, site: ContactSite, keys: string): Promise<void> {
  await db.query(sql`
    update site set keys_made_for = ${keys} where id = ${site.id} and country is not distinct from ${site.country}::text`);
}
