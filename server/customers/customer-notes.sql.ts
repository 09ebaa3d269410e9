import type { CustomerNote } from '#contract/customer-notes.ts';
import { readBatches } from '#server/db/batches.ts';
import { sql, type Db } from '#server/db/db.ts';

/** Newest first; all of them without a page. */
export function readNotes(
  db: Db,
  siteId: bigint,
  identityId: bigint,
  page: { readonly limit?: number; readonly skip?: number } = {},
): AsyncGenerator<CustomerNote[]> {
  return readBatches<CustomerNote>(db, {
    columns: sql`id, identity_id, body, author, created_utc`,
    rows: (position) => sql`
      select * from customer_note where site_id = ${siteId} and identity_id = ${identityId} and ${position}`,
    at: 'created_utc',
    order: 'newest first',
    size: sql`octet_length(body)`,
    ...page,
  });
}

export async function countNotes(db: Db, siteId: bigint, identityId: bigint): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*)::integer as total from customer_note n
    where n.site_id = ${siteId} and n.identity_id = ${identityId}`);
  return row?.total ?? 0;
}

/** Undefined if the customer was deleted meanwhile. */
export async function insertNote(
  db: Db,
  siteId: bigint,
  note: { readonly identityId: bigint; readonly body: string; readonly author: string; readonly now: Date },
): Promise<CustomerNote | undefined> {
  const id = await db.takeIds(siteId, 1);
  const [row] = await db.query<CustomerNote>(sql`
    insert into customer_note (site_id, id, identity_id, body, author, created_utc)
    select ${siteId}, ${id}::bigint, c.id, ${note.body}, ${note.author}, ${note.now.toISOString()}::timestamptz
    from customer_identity c where c.site_id = ${siteId} and c.id = ${note.identityId} for key share
    returning id, identity_id, body, author, created_utc`);
  return row;
}

/** False if the site has no such note. */
export async function deleteNote(db: Db, siteId: bigint, id: bigint): Promise<boolean> {
  const rows = await db.query(
    sql`delete from customer_note where site_id = ${siteId} and id = ${id} returning 1 as one`,
  );
  return rows.length > 0;
}
