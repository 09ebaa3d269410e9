import { randomBytes } from 'node:crypto';
import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { countSentinelRows } from './check-channels.sql.ts';

/** Looks a generated handle up in the storage of channels, which changes nothing. Answers what failed, or null. */
export async function checkChannels(db: Db, site: SiteRef): Promise<string | null> {
  const found = await countSentinelRows(db, site.id, `self-test-${randomBytes(16).toString('hex')}`);
  return found === 0 ? null : `a handle that nobody has was found ${found} times`;
}
