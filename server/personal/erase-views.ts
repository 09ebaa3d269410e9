import { emailKey } from '#contract/contact-keys.ts';
import type { Db } from '#server/db/db.ts';
import type { ContactSite, SiteRef } from '#server/operation/call.ts';
import { deleteViews, findViewPage } from './erase-views.sql.ts';
import { namesPerson, type PersonMarks } from './names-person.ts';

const PAGE = 500;

/**
 * Saved views, of every token, that look for a person or have their address as a name. Without what they look for they
 * would show everybody, so they go whole.
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

/** To be called inside a transaction. Answers how many there were. */
export async function eraseViews(db: Db, site: SiteRef, ids: readonly bigint[]): Promise<number> {
  return ids.length === 0 ? 0 : deleteViews(db, site.id, ids);
}
