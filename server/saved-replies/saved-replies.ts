import type {
  createSavedReply as CreateSavedReply,
  deleteSavedReply as DeleteSavedReply,
  listSavedReplies as ListSavedReplies,
  SavedReply,
  updateSavedReply as UpdateSavedReply,
} from '#contract/saved-replies.ts';
import { plainText } from '#contract/folded-text.ts';
import { recordAudit, type AuditChange, type AuditContext } from '#server/audit/record-audit.ts';
import { containsPattern, FEW_IDS, joinSql, sql, type Db, type Statement } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Author, Handler, SiteRef } from '#server/operation/call.ts';
import { listReply } from '#server/operation/streamed-reply.ts';
import { authorName } from '#server/tickets/agents.ts';

export const MAX_SAVED_REPLIES = 2_000;

/** GET saved_replies, most used first. See docs/api.md, "Saved replies". */
export const listSavedReplies: Handler<typeof ListSavedReplies> = async ({ db, site, query }) => {
  const where = conditionOf(site.id, query.q ?? '');
  const items = await db.query<SavedReply>(sql`
    select ${COLUMNS} from saved_reply where ${where}
    order by used_count desc, title collate "und-x-icu", id limit ${query.limit} offset ${query.skip}`);
  return listReply(items, query, () => countReplies(db, where));
};

/** POST saved_replies. @throws ApiError conflict at 2,000 saved replies */
export const createSavedReply: Handler<typeof CreateSavedReply> = ({ db, site, body, actor, now }) =>
  db.transaction(async (db) => {
    await lockReplies(db, site.id);
    if ((await countReplies(db, conditionOf(site.id, ''))) >= MAX_SAVED_REPLIES) {
      throw new ApiError('conflict', `This site has ${MAX_SAVED_REPLIES} saved replies; delete one first`);
    }
    const id = await insertReply(
      db,
      site.id,
      { title: body.title.trim(), body: body.body, externalId: null, by: actor },
      now,
    );
    if (id === undefined) throw new Error('the insert returned no saved reply');
    await audit(db, site, { verb: 'create', id, versions: [null, 1] }, { actor, now });
    return getReply(db, site.id, id);
  }, FEW_IDS);

/** PATCH saved_replies. @throws ApiError missing_field, not_found, or conflict with the present one */
export const updateSavedReply: Handler<typeof UpdateSavedReply> = ({ db, site, body, actor, now }) => {
  const { id, title, body: text, version } = body;
  if (title === undefined && text === undefined) {
    throw new ApiError('missing_field', 'Give title or body, or both, besides id');
  }
  return db.transaction(async (db) => {
    const stored = await getReply(db, site.id, id);
    if (version !== undefined && version !== stored.version) {
      const message = `The saved reply has changed: it is at version ${stored.version}`;
      throw new ApiError('conflict', message, { current: stored });
    }
    const next = { title: title?.trim() ?? stored.title, body: text ?? stored.body };
    if (next.title === stored.title && next.body === stored.body) return stored;
    await db.query(sql`
      update saved_reply set title = ${next.title}, body = ${next.body}, version = version + 1,
        updated_utc = ${now.toISOString()}::timestamptz
      where site_id = ${site.id} and id = ${id}`);
    await audit(db, site, { verb: 'update', id, versions: [stored.version, stored.version + 1] }, { actor, now });
    return getReply(db, site.id, id);
  }, FEW_IDS);
};

/** DELETE saved_replies. @throws ApiError not_found */
export const deleteSavedReply: Handler<typeof DeleteSavedReply> = ({ db, site, query: { id }, actor, now }) =>
  db.transaction(async (db) => {
    const { version } = await getReply(db, site.id, id);
    await db.query(sql`delete from saved_reply where site_id = ${site.id} and id = ${id}`);
    await audit(db, site, { verb: 'delete', id, versions: [version, null] }, { actor, now });
    return { id, deleted: true };
  }, FEW_IDS);

interface NewReply extends Pick<SavedReply, 'title' | 'body'> {
  readonly externalId: string | null;
  readonly by: Author;
}

/** Also for imports, which may exceed the limits of the API. Undefined if the external ID exists. */
export async function insertReply(
  db: Db,
  siteId: bigint,
  { externalId, title, body, by }: NewReply,
  now: Date,
): Promise<bigint | undefined> {
  const id = await db.takeIds(siteId, 1);
  const at = now.toISOString();
  const [row] = await db.query<{ id: bigint }>(sql`
    insert into saved_reply (site_id, id, external_id, title, body, author, created_utc, updated_utc)
    values (${siteId}, ${id}, ${externalId}, ${title}, ${body}, ${authorName(siteId, by)}, ${at}::timestamptz, ${at}::timestamptz)
    on conflict (site_id, external_id) do nothing returning id`);
  return row?.id;
}

const COLUMNS = sql`id, title, body, used_count, created_utc, updated_utc, author, version`;

/** Title or body has each word of `q`, whatever its case and accents. */
function conditionOf(siteId: bigint, q: string): Statement {
  const words = plainText(q)
    .split(/\s+/)
    .filter((word) => word !== '');
  const conditions = words.map((word) => sql`plain_text(title || ' ' || body) like ${containsPattern(word)}::text`);
  return joinSql([sql`site_id = ${siteId}`, ...conditions], ' and ');
}

async function countReplies(db: Db, where: Statement): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*)::integer as total from saved_reply where ${where}`,
  );
  return row?.total ?? 0;
}

/** Locks it until the transaction ends. @throws ApiError not_found */
async function getReply(db: Db, siteId: bigint, id: bigint): Promise<SavedReply> {
  const [row] = await db.query<SavedReply>(
    sql`select ${COLUMNS} from saved_reply where site_id = ${siteId} and id = ${id} for update`,
  );
  if (row === undefined) throw new ApiError('not_found', 'There is no saved reply with this id');
  return row;
}

interface ReplyEntry {
  readonly verb: 'create' | 'update' | 'delete';
  readonly id: bigint;
  /** Before and after. */
  readonly versions: readonly [number | null, number | null];
}

/** The log never has title or body. */
async function audit(
  db: Db,
  site: SiteRef,
  { verb, id, versions: [from, to] }: ReplyEntry,
  context: AuditContext,
): Promise<void> {
  const changes: AuditChange[] = [{ field: 'version', from, to }];
  await recordAudit(
    db,
    site,
    { action: `saved_reply.${verb}`, objectType: 'saved_reply', objectId: id.toString(), changes },
    context,
  );
}

/** Serializes counting and adding. */
async function lockReplies(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended('saved_replies', ${siteId}))`);
}
