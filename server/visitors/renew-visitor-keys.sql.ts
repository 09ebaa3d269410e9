import { sql, type Db } from '#server/db/db.ts';

interface VisitorKeys {
  readonly id: bigint;
  readonly visitor_key: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly phone_key: string | null;
  readonly display_name: string | null;
  readonly search_text: string;
}

export async function findVisitorKeys(
  db: Db,
  siteId: bigint,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<VisitorKeys[]> {
  return db.query<VisitorKeys>(sql`
    select v.id, v.visitor_key, v.email, v.phone, v.phone_key, v.display_name, v.search_text
    from visitor v where v.site_id = ${siteId} and v.id > ${after} order by v.id limit ${limit}`);
}

/** Where the visitor is still what was read: the text holds all of it. */
export async function updateVisitorKeys(
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
