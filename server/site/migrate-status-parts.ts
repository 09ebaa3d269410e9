import type { MigrationStatus } from '#contract/migration.ts';
import type { Db } from '#server/db/db.ts';

/** Zeros until portal tokens are served. */
export async function countPortalTokens(
  _db: Db,
  _siteId: bigint,
  _now: Date,
): Promise<MigrationStatus['portal_tokens']> {
  return { active_tokens: 0, expired_tokens: 0, revoked_tokens: 0, total_uses: 0 };
}
