import { sql, type Db } from '#server/db/db.ts';

export interface Allowance {
  readonly isGranted: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Limits the calls of a token; browser sessions count for their token. */
export interface RateLimit {
  /** Takes one call. Returns a promise only if the database must be queried. */
  take(tokenId: bigint, limit: number, nowMs: number): Allowance | Promise<Allowance>;
  /** Drops windows that are over. */
  sweep(nowMs: number): Promise<void>;
}

export const WINDOW_MS = 60_000;

/** A start slightly in the future is from a concurrent call that was faster; further off, the clock was set back. */
export function isOver(startMs: number, nowMs: number): boolean {
  return nowMs - startMs >= WINDOW_MS || startMs - nowMs > WINDOW_MS;
}

/** 1 to 60. */
export function secondsLeft(startMs: number, nowMs: number): number {
  return Math.min(60, Math.max(1, Math.ceil((startMs + WINDOW_MS - nowMs) / 1000)));
}

interface Window {
  startMs: number;
  /** Calls that this node may still grant without the database. */
  own: number;
  /** Calls left for all nodes when this one last queried. */
  shared: number;
  isUsedUp: boolean;
}

/**
 * Nodes share one row per token and minute, and take blocks of a twentieth of the limit from it. Together they never grant
 * more than the limit.
 */
export function sharedRateLimit(db: Db): RateLimit {
  const windows = new Map<bigint, Window>();
  const reserving = new Map<bigint, Promise<void>>();

  const reserve = async (tokenId: bigint, limit: number, nowMs: number) => {
    const block = Math.max(1, Math.floor(limit / 20));
    const row = await reserveBlock(db, tokenId, block, new Date(nowMs), new Date(nowMs - WINDOW_MS));
    const before = row.taken - block;
    const granted = Math.max(0, Math.min(block, limit - before));
    const startMs = Date.parse(row.window_start);
    const known = windows.get(tokenId);
    const own = known !== undefined && known.startMs === startMs ? known.own : 0;
    windows.set(tokenId, {
      startMs,
      own: own + granted,
      shared: Math.max(0, limit - row.taken),
      isUsedUp: granted === 0,
    });
  };

  const answer = (window: Window, isGranted: boolean, nowMs: number): Allowance => ({
    isGranted,
    remaining: window.own + window.shared,
    resetSeconds: secondsLeft(window.startMs, nowMs),
  });

  const takeLocally = (tokenId: bigint, nowMs: number): Allowance | undefined => {
    const window = windows.get(tokenId);
    if (window === undefined || isOver(window.startMs, nowMs)) return undefined;
    if (window.own > 0) {
      window.own -= 1;
      return answer(window, true, nowMs);
    }
    return window.isUsedUp ? answer(window, false, nowMs) : undefined;
  };

  const takeReserving = async (tokenId: bigint, limit: number, nowMs: number): Promise<Allowance> => {
    for (;;) {
      let reservation = reserving.get(tokenId);
      if (reservation === undefined) {
        reservation = reserve(tokenId, limit, nowMs).finally(() => reserving.delete(tokenId));
        reserving.set(tokenId, reservation);
      }
      await reservation;
      const taken = takeLocally(tokenId, nowMs);
      if (taken !== undefined) return taken;
    }
  };

  return {
    take: (tokenId, limit, nowMs) => takeLocally(tokenId, nowMs) ?? takeReserving(tokenId, limit, nowMs),
    async sweep(nowMs) {
      for (const [id, window] of windows) if (isOver(window.startMs, nowMs)) windows.delete(id);
      await deleteOldWindows(db, new Date(nowMs - 10 * WINDOW_MS));
    },
  };
}

/**
 * Adds a block to the token's current window, or starts one. Takes the lock in a statement of its own, so that the next one
 * sees a window that a concurrent node has started.
 */
async function reserveBlock(
  db: Db,
  tokenId: bigint,
  block: number,
  now: Date,
  oldestStart: Date,
): Promise<{ window_start: string; taken: number }> {
  return db.transaction(async (db) => {
    await db.query(sql`select pg_advisory_xact_lock(20, hashint8(${tokenId}))`);
    const [row] = await db.query<{ window_start: string; taken: number }>(sql`
      insert into rate_window (token_id, window_start, taken)
      values (
        ${tokenId},
        coalesce(
          (
            select max(window_start) from rate_window
            where token_id = ${tokenId} and window_start > ${oldestStart.toISOString()}
              and window_start <= ${now.toISOString()}::timestamptz + interval '1 minute'
          ),
          ${now.toISOString()}),
        ${block})
      on conflict (token_id, window_start) do update set taken = rate_window.taken + excluded.taken
      returning window_start, taken`);
    if (row === undefined) throw new Error('the statement returned no window');
    return row;
  });
}

async function deleteOldWindows(db: Db, before: Date): Promise<void> {
  await db.query(sql`delete from rate_window where window_start < ${before.toISOString()}`);
}
