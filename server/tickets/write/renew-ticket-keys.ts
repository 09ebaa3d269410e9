import { phoneKey } from '#contract/contact-keys.ts';
import { type Db, sql } from '#server/db/db.ts';
import type { ContactSite } from '#server/operation/call.ts';
import { searchText } from '#server/tickets/list/search-words.ts';

/**
 * Recomputes phone keys and search texts of some tickets without changing their versions.
 * @returns the last id, null at the end, and how many rows changed
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

interface TicketKeys {
  readonly id: bigint;
  readonly ticket_number: number;
  readonly subject: string;
  readonly requester_name: string | null;
  readonly requester_email: string | null;
  readonly requester_phone: string | null;
  readonly requester_phone_key: string | null;
  readonly tags: string[];
  readonly version: number;
  readonly search_text: string;
}

async function findTicketKeys(
  db: Db,
  siteId: bigint,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<TicketKeys[]> {
  return db.query<TicketKeys>(sql`
    select t.id, t.ticket_number, t.subject, t.requester_name, t.requester_email, t.requester_phone, t.requester_phone_key,
      t.tags, t.version, t.search_text
    from ticket t where t.site_id = ${siteId} and t.id > ${after} order by t.id limit ${limit}`);
}

/** Skips tickets that changed meanwhile: each change of a ticket writes its search text. */
async function updateTicketKeys(
  db: Db,
  siteId: bigint,
  rows: readonly (Pick<TicketKeys, 'id' | 'version'> & { readonly key: string | null; readonly text: string })[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const changed = await db.query(sql`
    update ticket t set requester_phone_key = u.key, search_text = u.text
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ version }) => version)}::integer[],
      ${rows.map(({ key }) => key)}::text[], ${rows.map(({ text }) => text)}::text[]) as u (id, version, key, text)
    where t.site_id = ${siteId} and t.id = u.id and t.version = u.version returning 1 as one`);
  return changed.length;
}
