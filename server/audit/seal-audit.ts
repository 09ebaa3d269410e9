import { createHash } from 'node:crypto';
import { writeJson } from '#contract/json.ts';
import type { Db } from '#server/db/db.ts';
import {
  type AuditLine,
  deleteAuditBefore,
  findAuditBetween,
  findUnsealedMinutes,
  getLastSeal,
  getSealBefore,
  insertSeals,
  lockSeals,
} from './seal.sql.ts';
import { inSteps, STEP_ROWS } from '#server/operation/in-steps.ts';

const MINUTE_MS = 60_000;
/** A write that began in a minute has ended two minutes later, or its lines are sealed as missing. */
const WAIT_MS = 2 * MINUTE_MS;
/** Of one transaction: a story of a year is sealed in one go, and nobody may wait for that. */
const MAX_MINUTES = 100;

/**
 * Seals each minute that has entries: a hash over them and over the site's seal before, so that a line that is changed
 * or taken out later shows. @param db The owner's handle: seals are made over all sites. Answers how many were made.
 */
export async function sealAudit(db: Db, now: Date): Promise<number> {
  const before = new Date(Math.floor((now.getTime() - WAIT_MS) / MINUTE_MS) * MINUTE_MS);
  const bySite = Map.groupBy(await findUnsealedMinutes(db, before), ({ site_id: siteId }) => siteId);
  let made = 0;
  for (const [siteId, found] of bySite) {
    for (let at = 0; at < found.length; at += MAX_MINUTES) {
      const minutes = found.slice(at, at + MAX_MINUTES).map(({ minute_utc: minute }) => minute);
      made += await db.transaction((db) => sealMinutes(db, siteId, minutes));
    }
  }
  return made;
}

/** Seals minutes that follow each other, but for those that another node has sealed meanwhile. */
async function sealMinutes(db: Db, siteId: bigint, minutes: readonly string[]): Promise<number> {
  await lockSeals(db);
  const last = await getLastSeal(db, siteId);
  const left = minutes.filter((minute) => last === undefined || minute > last.minute_utc);
  const [from, to] = [left[0], left.at(-1)];
  if (from === undefined || to === undefined) return 0;
  const lines = Map.groupBy(await findAuditBetween(db, siteId, from, endOf(to)), ({ at_utc: at }) => minuteOf(at));
  let previous = last?.hash;
  const seals = left.map((minute) => {
    const own = lines.get(minuteOf(minute)) ?? [];
    const seal = { minute, count: own.length, hash: hashLines(previous, own) };
    previous = seal.hash;
    return seal;
  });
  await insertSeals(db, siteId, seals);
  return seals.length;
}

/** The hash that the seal of a minute must have. */
export async function hashMinute(db: Db, siteId: bigint, minute: string): Promise<{ count: number; hash: Uint8Array }> {
  const previous = await getSealBefore(db, siteId, minute);
  const lines = await findAuditBetween(db, siteId, minute, endOf(minute));
  return { count: lines.length, hash: hashLines(previous, lines) };
}

function hashLines(previous: Uint8Array | undefined, lines: readonly AuditLine[]): Uint8Array {
  const hash = createHash('sha256');
  if (previous !== undefined) hash.update(previous);
  for (const line of lines) hash.update(`${writeJson(line)}\n`);
  return hash.digest();
}

function endOf(minute: string): Date {
  return new Date(Date.parse(minute) + MINUTE_MS);
}

/** @param at ISO 8601 in UTC. */
function minuteOf(at: string): string {
  return at.slice(0, 'yyyy-mm-ddThh:mm'.length);
}

const KEEP_MS = 400 * 86_400_000;

/** Removes lines older than 400 days; their seals stay. @param db The owner's handle: nobody else may. */
export async function removeOldAudit(db: Db, now: Date, isWanted?: () => boolean): Promise<void> {
  const before = new Date(now.getTime() - KEEP_MS);
  await inSteps(() => deleteAuditBefore(db, before, STEP_ROWS), isWanted);
}
