import { sql, type Db } from '#server/db/db.ts';

interface Step {
  readonly after: bigint;
  readonly limit: number;
}

export async function findPhones(
  db: Db,
  siteId: bigint,
  { after, limit }: Step,
): Promise<{ readonly id: bigint; readonly phone: string; readonly phone_key: string | null }[]> {
  return db.query(sql`
    select c.id, c.phone, c.phone_key from customer_identity c
    where c.site_id = ${siteId} and c.id > ${after} and c.phone is not null order by c.id limit ${limit}`);
}

/** Where the phone is still the same. */
export async function updatePhoneKeys(
  db: Db,
  siteId: bigint,
  rows: readonly { readonly id: bigint; readonly phone: string; readonly key: string | null }[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const changed = await db.query(sql`
    update customer_identity c set phone_key = u.key
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ phone }) => phone)}::text[],
      ${rows.map(({ key }) => key)}::text[]) as u (id, phone, key)
    where c.site_id = ${siteId} and c.id = u.id and c.phone = u.phone returning 1 as one`);
  return changed.length;
}

export async function findAliasPhones(
  db: Db,
  siteId: bigint,
  { after, limit }: Step,
): Promise<{ readonly id: bigint; readonly key: string }[]> {
  return db.query(sql`
    select a.id, a.key from customer_alias a
    where a.site_id = ${siteId} and a.id > ${after} and a.kind = 'phone' order by a.id limit ${limit}`);
}

export async function updateAliasKeys(
  db: Db,
  siteId: bigint,
  rows: readonly { readonly id: bigint; readonly before: string; readonly key: string }[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const changed = await db.query(sql`
    update customer_alias a set key = u.key
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ before }) => before)}::text[],
      ${rows.map(({ key }) => key)}::text[]) as u (id, before, key)
    where a.site_id = ${siteId} and a.id = u.id and a.key = u.before returning 1 as one`);
  return changed.length;
}
