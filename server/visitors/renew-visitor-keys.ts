import type { Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { searchText } from '#server/tickets/list/search-words.ts';
import { findVisitorKeys, updateVisitorKeys } from './renew-visitor-keys.sql.ts';
import { phoneKey } from '#contract/contact-keys.ts';

/** Makes anew what some visitors are found by. Answers the last of them, null behind the end, and how many changed. */
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
