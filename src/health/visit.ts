import { storage } from '#src/browser/storage.ts';

/** Who comes back within this time is still at the same visit. */
const GAP_MS = 30 * 60_000;

interface Seen {
  /** When the visit before ended; null at the first one. */
  readonly before: number | null;
  /** When the page was last seen, in ms since 1970. */
  readonly last: number;
}

/** When this browser last showed the page before this visit, as the API takes it; null where it never did. */
export function visitBefore(siteId: bigint, nowMs: number): string | null {
  const before = beforeOf(readSeen(siteId), nowMs);
  return before === null ? null : new Date(before).toISOString();
}

/** The page is being looked at. */
export function noteVisit(siteId: bigint, nowMs: number): void {
  const before = beforeOf(readSeen(siteId), nowMs);
  storage.device.set(keyOf(siteId), [before ?? '', nowMs].join(' '));
}

function beforeOf(seen: Seen | null, nowMs: number): number | null {
  if (seen === null) return null;
  return nowMs - seen.last > GAP_MS ? seen.last : seen.before;
}

function readSeen(siteId: bigint): Seen | null {
  const found = /^([0-9]{1,15})? ([0-9]{1,15})$/.exec(storage.device.get(keyOf(siteId)) ?? '');
  if (found === null) return null;
  return { before: found[1] === undefined ? null : Number(found[1]), last: Number(found[2]) };
}

function keyOf(siteId: bigint): string {
  return `health-seen-${siteId}`;
}
