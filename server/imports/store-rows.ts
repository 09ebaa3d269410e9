import type * as z from 'zod/mini';
import type { AuditContext } from '#server/audit/record-audit.ts';
import { sql, type Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { insertReply } from '#server/saved-replies/saved-replies.ts';
import type { articleRow, macroRow } from './import-rows.ts';

type Stored = 'imported' | 'skipped';

/** The author of saved replies that were imported. */
const IMPORT = { agentId: null, label: 'Import' };

export async function storeArticle(
  db: Db,
  site: SiteRef,
  row: z.output<typeof articleRow>,
  context: AuditContext,
): Promise<Stored> {
  const { external_id: externalId, title, body } = row;
  const id = await insertArticle(db, site.id, { externalId, title, body }, context.now);
  return id === undefined ? 'skipped' : 'imported';
}

/** Stores a macro as a saved reply. */
export async function storeMacro(
  db: Db,
  site: SiteRef,
  row: z.output<typeof macroRow>,
  context: AuditContext,
): Promise<Stored> {
  const { external_id: externalId, name, body } = row;
  const reply = { externalId, title: name, body, by: IMPORT };
  const id = await insertReply(db, site.id, reply, context.now);
  return id === undefined ? 'skipped' : 'imported';
}

/** Serializes the imports of a site, so that none misses rows of another. Call it first in a transaction. */
export async function lockImports(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`import ${siteId}`}::text, 0))`);
}

/** Undefined if the external ID exists. */
async function insertArticle(
  db: Db,
  siteId: bigint,
  article: { readonly externalId: string; readonly title: string; readonly body: string },
  now: Date,
): Promise<bigint | undefined> {
  const id = await db.takeIds(siteId, 1);
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into article (site_id, id, external_id, title, body, created_utc)
    values (${siteId}, ${id}, ${article.externalId}, ${article.title}, ${article.body}, ${now.toISOString()})
    on conflict (site_id, external_id) do nothing returning id`);
  return row?.id;
}
