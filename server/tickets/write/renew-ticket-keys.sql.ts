import { sql, type Db } from '#server/db/db.ts';

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

export async function findTicketKeys(
  db: Db,
  siteId: bigint,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<TicketKeys[]> {
  return db.query<TicketKeys>(sql`
    select t.id, t.ticket_number, t.subject, t.requester_name, t.requester_email, t.requester_phone, t.requester_phone_key,
      t.tags, t.version, t.search_text
    from ticket t where t.site_id = ${siteId} and t.id > ${after} order by t.id limit ${limit}`);
}

/** Where nobody changed the ticket meanwhile: its tags are in the text, and whoever changes them writes it anew. */
export async function updateTicketKeys(
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
