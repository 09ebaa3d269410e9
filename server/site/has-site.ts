import type { Db } from '#server/db/db.ts';
import { getAnySiteId } from './site.sql.ts';

/** False for a database in which no site was made yet. @param db The owner's handle: the question is over all sites. */
export async function hasSite(db: Db): Promise<boolean> {
  return (await getAnySiteId(db)) !== undefined;
}
