import { phoneKey } from '#contract/contact-keys.ts';
import { type Db, sql } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { searchText } from '#server/tickets/list/search-words.ts';

/** Recomputes the phone keys and search texts of a page of visitors. `last` is null after the last page. */
export async function renewVisitorKeys(
  db: Db,
  site: ContactSite,
  step: { readonly after: bigint; readonly limit: number },
): Promise<{ readonly last: bigint | null; readonly changed: number }> {
  const rows = await findVisitorKeys(db, site.id, step);
  const stale = rows.flatMap((row) => {
    const key = row.phone === null ? null : phoneKey(row.phone, site.country);
    const text = searchText([row.visitor_key, row.email, row.phone, row.display_name]);
    return key === row.phone_key && text === row.search_text ? [] : [{ ...row, key, text }];
  });
  const last = rows.length < step.limit ? null : (rows.at(-1)?.id ?? null);
  return { last, changed: await updateVisitorKeys(db, site.id, stale) };
}

interface VisitorKeys {
  readonly id: bigint;
  readonly visitor_key: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly phone_key: string | null;
  readonly display_name: string | null;
  readonly search_text: string;
}

async function findVisitorKeys(
  db: Db,
  siteId: bigint,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<VisitorKeys[]> {
  return db.query<VisitorKeys>(sql`
    select v.id, v.visitor_key, v.email, v.phone, v.phone_key, v.display_name, v.search_text
    from visitor v where v.site_id = ${siteId} and v.id > ${after} order by v.id limit ${limit}`);
}

/** Skips visitors that have changed since they were read; `search_text` has all of their fields. */
async function updateVisitorKeys(
  db: Db,
  siteId: bigint,
  rows: readonly (Pick<VisitorKeys, 'id' | 'search_text' | 'phone'> & {
    readonly key: string | null;
    readonly text: string;
  })[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const changed = await db.query(sql`
    update visitor v set phone_key = u.key, search_text = u.text
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ search_text }) => search_text)}::text[],
      ${rows.map(({ phone }) => phone)}::text[], ${rows.map(({ key }) => key)}::text[],
      ${rows.map(({ text }) => text)}::text[]) as u (id, before, phone, key, text)
    where v.site_id = ${siteId} and v.id = u.id and v.search_text = u.before and v.phone is not distinct from u.phone
    returning 1 as one`);
  return changed.length;
}
