import type { Db } from '#server/db/db.ts';
import { notifyTokensChanged } from './tokens.sql.ts';

/** Every node reads its tokens anew, and with them what they say of their site. To be called inside a transaction. */
export async function announceSiteChange(db: Db): Promise<void> {
  await notifyTokensChanged(db);
}
