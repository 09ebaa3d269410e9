import { sql, type Db, type Statement } from '#server/db/db.ts';

/** A name of a customer who was merged into another. */
export interface Alias {
  readonly kind: 'id' | 'email' | 'phone';
  readonly key: string;
}

/** SQL expression: the customer a former name now leads to; null if no one ever had the name. */
export function aliasTarget(siteId: bigint, kind: Alias['kind'], key: string | null): Statement {
  return sql`(select a.identity_id from customer_alias a
    where a.site_id = ${siteId} and a.kind = ${kind} and a.key = ${key}::text order by a.id desc limit 1)`;
}

/** The customer a former name now leads to; undefined if no one ever had the name. */
export async function findByAlias(db: Db, siteId: bigint, { kind, key }: Alias): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint | null }>(sql`select ${aliasTarget(siteId, kind, key)} as id`);
  return row?.id ?? undefined;
}

/** `findByAlias` for many names at once; unknown names are left out. */
export async function findByAliases(
  db: Db,
  siteId: bigint,
  kind: Alias['kind'],
  keys: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  // Most sites have no aliases: check for one row before looking up thousands of keys.
  const [known] = await db.query<{ has: boolean }>(sql`
    select exists (select from customer_alias where site_id = ${siteId} and kind = ${kind}) as has`);
  if (keys.length === 0 || known?.has !== true) return new Map();
  const rows = await db.query<{ key: string; identity_id: bigint }>(sql`
    select distinct on (key) key, identity_id from customer_alias
    where site_id = ${siteId} and kind = ${kind} and key = any(${keys}::text[]) order by key, id desc`);
  return new Map(rows.map(({ key, identity_id }) => [key, identity_id]));
}

/** The distinct aliases of a customer, oldest first. */
export async function findAliasKeys(
  db: Db,
  siteId: bigint,
  identityId: bigint,
  kind: Alias['kind'],
): Promise<string[]> {
  const rows = await db.query<{ key: string }>(sql`
    select key from customer_alias where site_id = ${siteId} and identity_id = ${identityId} and kind = ${kind}
    group by key order by min(id)`);
  return rows.map(({ key }) => key);
}

export async function insertAliases(
  db: Db,
  siteId: bigint,
  { identityId, mergeId }: { readonly identityId: bigint; readonly mergeId: bigint },
  aliases: readonly Alias[],
): Promise<void> {
  const first = await db.takeIds(siteId, aliases.length);
  await db.query(sql`
    insert into customer_alias (site_id, id, kind, key, identity_id, merge_id)
    select ${siteId}, ${first}::bigint + u.position - 1, u.kind, u.key, ${identityId}, ${mergeId}
    from unnest(${aliases.map(({ kind }) => kind)}::text[], ${aliases.map(({ key }) => key)}::text[])
      with ordinality as u (kind, key, position)`);
}

/** Moves all aliases from one customer to another. Returns their ids. */
export async function moveAliases(db: Db, siteId: bigint, from: bigint, to: bigint): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    update customer_alias set identity_id = ${to} where site_id = ${siteId} and identity_id = ${from} returning id`);
  return rows.map(({ id }) => id);
}

/** Undoes a merge's aliases: deletes the ones it added and returns the earlier ones to the merged customer. */
export async function restoreAliases(
  db: Db,
  siteId: bigint,
  { mergeId, ids, to }: { readonly mergeId: bigint; readonly ids: readonly bigint[]; readonly to: bigint },
): Promise<void> {
  await db.query(sql`delete from customer_alias where site_id = ${siteId} and merge_id = ${mergeId}`);
  await db.query(sql`
    update customer_alias set identity_id = ${to} where site_id = ${siteId} and id = any(${ids}::bigint[])`);
}
