import { sql, type Db, type Statement } from '#server/db/db.ts';

/** A name of a customer who was merged into another. */
export interface Alias {
  readonly kind: 'id' | 'email' | 'phone';
  readonly key: string;
}

/** As a piece of a statement: who is meant by a name that no customer has any more; null where nobody had it. */
export function aliased(siteId: bigint, kind: Alias['kind'], key: string | null): Statement {
  return sql`(select a.identity_id from customer_alias a
    where a.site_id = ${siteId} and a.kind = ${kind} and a.key = ${key}::text order by a.id desc limit 1)`;
}

/** Who is meant by a name that no customer has any more; undefined where nobody had it. */
export async function findByAlias(db: Db, siteId: bigint, { kind, key }: Alias): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint | null }>(sql`select ${aliased(siteId, kind, key)} as id`);
  return row?.id ?? undefined;
}

/** The same for many names at once; those that nobody had are left out. */
export async function findByAliases(
  db: Db,
  siteId: bigint,
  kind: Alias['kind'],
  keys: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  // Most sites have none: one row is looked for before thousands are.
  const [known] = await db.query<{ has: boolean }>(sql`
    select exists (select from customer_alias where site_id = ${siteId} and kind = ${kind}) as has`);
  if (keys.length === 0 || known?.has !== true) return new Map();
  const rows = await db.query<{ key: string; identity_id: bigint }>(sql`
    select distinct on (key) key, identity_id from customer_alias
    where site_id = ${siteId} and kind = ${kind} and key = any(${keys}::text[]) order by key, id desc`);
  return new Map(rows.map(({ key, identity_id }) => [key, identity_id]));
}

/** The other names of a customer, each once. */
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
  await db.query(sql`
    insert into customer_alias (site_id, id, kind, key, identity_id, merge_id)
    select ${siteId}, next_id(${siteId}), u.kind, u.key, ${identityId}, ${mergeId}
    from unnest(${aliases.map(({ kind }) => kind)}::text[], ${aliases.map(({ key }) => key)}::text[]) as u (kind, key)`);
}

/** Names of one customer become those of another; answers which. */
export async function moveAliases(db: Db, siteId: bigint, from: bigint, to: bigint): Promise<bigint[]> {
  const rows = await db.query<{ id: bigint }>(sql`
    update customer_alias set identity_id = ${to} where site_id = ${siteId} and identity_id = ${from} returning id`);
  return rows.map(({ id }) => id);
}

/** Takes away the names that a merge gave, and gives the merged customer those back that it had had. */
export async function takeAliasesBack(
  db: Db,
  siteId: bigint,
  { mergeId, ids, to }: { readonly mergeId: bigint; readonly ids: readonly bigint[]; readonly to: bigint },
): Promise<void> {
  await db.query(sql`delete from customer_alias where site_id = ${siteId} and merge_id = ${mergeId}`);
  await db.query(sql`
    update customer_alias set identity_id = ${to} where site_id = ${siteId} and id = any(${ids}::bigint[])`);
}
