import { FEW_IDS, sql, type Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { insertAiCalls } from './ai-calls.sql.ts';
import { utcDate } from './utc-periods.ts';

const SYNTHETIC = {
  feature: 'self_test',
  model: 'self_test',
  inputTokens: 1,
  outputTokens: 1,
  costUsd: 0,
  price: null,
  latencyMs: 1,
  status: 'ok',
  errorCode: null,
  cacheHit: false,
  sessionId: null,
  ticketId: null,
  tokenId: null,
  externalId: null,
  createdUtc: null,
} as const;

/**
 * Inserts a synthetic call like any other, checks that its day counts one more, and deletes it, all in one transaction:
 * no one sees it and nothing remains. Returns the problem, or null.
 */
export async function checkAiUsage(db: Db, site: SiteRef, now: Date): Promise<string | null> {
  return db.transaction(async (db) => {
    const day = utcDate(now);
    const before = await countSyntheticCalls(db, site.id, day);
    await insertAiCalls(db, site.id, [SYNTHETIC], now.toISOString());
    const after = await countSyntheticCalls(db, site.id, day);
    await deleteSyntheticCalls(db, site.id);
    return after === before + 1n ? null : `the count of the day went from ${before} to ${after} instead of one up`;
  }, FEW_IDS);
}

/** The number of self-test calls on a day. */
async function countSyntheticCalls(db: Db, siteId: bigint, day: string): Promise<bigint> {
  const [row] = await db.query<{ calls: bigint }>(sql`
    select coalesce(sum(calls), 0)::bigint as calls from ai_usage_day
    where site_id = ${siteId} and day = ${day}::date and feature = 'self_test'`);
  return row?.calls ?? 0n;
}

/** Deletes all rows of the self-test. */
async function deleteSyntheticCalls(db: Db, siteId: bigint): Promise<void> {
  await db.query(sql`delete from ai_call where site_id = ${siteId} and feature = 'self_test'`);
  for (const table of [sql`ai_usage_day`, sql`ai_latency_day`]) {
    await db.query(sql`delete from ${table} where site_id = ${siteId} and feature = 'self_test'`);
  }
}
