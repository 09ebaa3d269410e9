import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { deleteTagRow, lockTags } from './tags-write.sql.ts';
import { getTag } from './tags.sql.ts';

export { tagKey } from './ticket-tags.ts';

/** Nobody puts a tag on a ticket until the transaction ends. To be called before tickets are taken. */
export function holdTags(db: Db, site: SiteRef): Promise<void> {
  return lockTags(db, site.id, 'alone');
}

/** Takes away the tags of these keys that no ticket has any more; answers which. After `holdTags`. */
export async function eraseUnusedTags(db: Db, site: SiteRef, keys: Iterable<string>): Promise<string[]> {
  const erased: string[] = [];
  for (const key of keys) {
    const tag = await getTag(db, site.id, { key });
    if (tag === undefined || tag.ticket_count > 0) continue;
    await deleteTagRow(db, site.id, tag.id);
    erased.push(key);
  }
  return erased;
}

/** Of keys, each with the number of a person's tickets that have it, those that no ticket of anybody else has. */
export async function findTagsOfNobodyElse(
  db: Db,
  site: SiteRef,
  ticketsByKey: ReadonlyMap<string, number>,
): Promise<string[]> {
  const own: string[] = [];
  for (const [key, tickets] of ticketsByKey) {
    const tag = await getTag(db, site.id, { key });
    if (tag !== undefined && tag.ticket_count <= tickets) own.push(key);
  }
  return own;
}
