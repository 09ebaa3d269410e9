import { createHash } from 'node:crypto';
import { writeJson } from '#contract/json.ts';
import type { Db } from '#server/db/db.ts';
import { findAuditOfMinute, findUnsealedMinutes, getSealBefore, insertSeal, lockSeals } from './seal.sql.ts';

const MINUTE_MS = 60_000;
/** A write that began in a minute has ended two minutes later, or its lines are sealed as missing. */
const WAIT_MS = 2 * MINUTE_MS;

/**
 * Seals each minute that has entries: a hash over them and over the site's seal before, so that a line that is changed
 * or taken out later shows. @param db The owner's handle: seals are made over all sites. Answers how many were made.
 */
export async function sealAudit(db: Db, now: Date): Promise<number> {
  const before = new Date(Math.floor((now.getTime() - WAIT_MS) / MINUTE_MS) * MINUTE_MS);
  return db.transaction(async (db) => {
    await lockSeals(db);
    const minutes = await findUnsealedMinutes(db, before);
    for (const { site_id: siteId, minute_utc: minute } of minutes) {
      const seal = await hashMinute(db, siteId, minute);
      await insertSeal(db, siteId, minute, seal.count, seal.hash);
    }
    return minutes.length;
  });
}

/** The hash that the seal of a minute must have. */
export async function hashMinute(db: Db, siteId: bigint, minute: string): Promise<{ count: number; hash: Uint8Array }> {
  const hash = createHash('sha256');
  const previous = await getSealBefore(db, siteId, minute);
  if (previous !== undefined) hash.update(previous);
  const end = new Date(Date.parse(minute) + MINUTE_MS);
  const entries = await findAuditOfMinute(db, siteId, minute, end);
  for (const entry of entries) hash.update(`${writeJson(entry)}\n`);
  return { count: entries.length, hash: hash.digest() };
}
