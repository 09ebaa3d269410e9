import { sql, type Db } from '#server/db/db.ts';

/** One import at a time on a site: what one has seen, another must not miss. To be called first in a transaction. */
export async function lockImports(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${siteId}`}::text, 0))`);
}

export async function insertImportedTicket(
  db: Db,
  siteId: bigint,
  { externalId, ticketId }: { readonly externalId: string; readonly ticketId: bigint },
): Promise<void> {
  await db.query(sql`
    insert into imported_ticket (site_id, external_id, ticket_id) values (${siteId}, ${externalId}, ${ticketId})`);
}

/** Undefined where one of this external id is there. */
export async function insertArticle(
  db: Db,
  siteId: bigint,
  article: { readonly externalId: string; readonly title: string; readonly body: string },
  now: Date,
): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into article (site_id, id, external_id, title, body, created_utc)
    values (${siteId}, next_id(${siteId}), ${article.externalId}, ${article.title}, ${article.body}, ${now.toISOString()})
    on conflict (site_id, external_id) do nothing returning id`);
  return row?.id;
}

/** Undefined where one of this external id is there. */
export async function insertMacro(
  db: Db,
  siteId: bigint,
  macro: { readonly externalId: string; readonly name: string; readonly body: string },
  now: Date,
): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into macro (site_id, id, external_id, name, body, created_utc)
    values (${siteId}, next_id(${siteId}), ${macro.externalId}, ${macro.name}, ${macro.body}, ${now.toISOString()})
    on conflict (site_id, external_id) do nothing returning id`);
  return row?.id;
}
