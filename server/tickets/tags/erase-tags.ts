import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { deleteTagRow, lockTags, getTag } from './tags.sql.ts';

export { tagKey } from './ticket-tags.ts';

/** Keeps others from tagging tickets until the transaction ends. To be called before locking tickets. */
export function holdTags(db: Db, site: SiteRef): Promise<void> {
  return lockTags(db, site.id, 'exclusive');
}

/** Deletes the tags of these keys that no ticket has any more and returns their keys. To be called after `holdTags`. */
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

/** The tags that only this person's tickets have. @param ticketsByKey the person's number of tickets by tag key */
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
