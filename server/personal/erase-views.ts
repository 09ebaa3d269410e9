import { emailKey } from '#contract/contact-keys.ts';
import { type Db, sql } from '#server/db/db.ts';
import type { ContactSite, SiteRef } from '#server/operation/call.ts';
import { namesPerson, type PersonMarks } from './names-person.ts';

const PAGE = 500;

/**
 * Finds saved views, of every token, that search for a person or have their email address as a name. Without that
 * filter a view would match everyone, so such views are deleted as a whole.
 */
export async function findViewsNaming(
  db: Db,
  site: ContactSite,
  marks: Omit<PersonMarks, 'country'>,
): Promise<bigint[]> {
  const found: bigint[] = [];
  const known = { ...marks, country: site.country };
  for (let after = 0n; ;) {
    const page = await findViewPage(db, site.id, { after, limit: PAGE });
    for (const { id, name, query } of page) {
      if (marks.emailKeys.has(emailKey(name.trim())) || namesPerson(query, known)) found.push(id);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return found;
    after = last.id;
  }
}

/**
 * Call it inside a transaction.
 * @returns the number of deleted views
 */
export async function eraseViews(db: Db, site: SiteRef, ids: readonly bigint[]): Promise<number> {
  return ids.length === 0 ? 0 : deleteViews(db, site.id, ids);
}

export interface StoredView {
  readonly id: bigint;
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Views of every token, by id, after the id `after`. */
export async function findViewPage(
  db: Db,
  siteId: bigint,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<StoredView[]> {
  return db.query<StoredView>(sql`
    select v.id, v.name, v.query from saved_view v where v.site_id = ${siteId} and v.id > ${after}
    order by v.id limit ${limit}`);
}

export async function deleteViews(db: Db, siteId: bigint, ids: readonly bigint[]): Promise<number> {
  const rows = await db.query(sql`
    delete from saved_view where site_id = ${siteId} and id = any(${ids}::bigint[]) returning 1 as one`);
  return rows.length;
}
