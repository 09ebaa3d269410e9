import { phoneKey } from '#contract/contact-keys.ts';
import type { Db } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { searchText } from '#server/tickets/list/search-words.ts';
import { findTicketKeys, updateTicketKeys } from './renew-ticket-keys.sql.ts';

/**
 * Makes anew what some tickets are found by. Answers the last of them, null behind the end, and how many changed: this is
 * no change of a ticket, so its version stays.
 */
export async function renewTicketKeys(
  db: Db,
  site: ContactSite,
  step: { readonly after: bigint; readonly limit: number },
): Promise<{ readonly last: bigint | null; readonly changed: number }> {
  const rows = await findTicketKeys(db, site.id, step);
  const stale = rows.flatMap((row) => {
    const { ticket_number, subject, requester_name: name, requester_email: email, requester_phone: phone } = row;
    const key = phone === null ? null : phoneKey(phone, site.country);
    const text = searchText([`#${ticket_number}`, subject, name, email, phone, ...row.tags]);
    return key === row.requester_phone_key && text === row.search_text ? [] : [{ ...row, key, text }];
  });
  const last = rows.length < step.limit ? null : (rows.at(-1)?.id ?? null);
  return { last, changed: await updateTicketKeys(db, site.id, stale) };
}
