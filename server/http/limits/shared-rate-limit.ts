import type { Db } from '#server/db/db.ts';
import { deleteOldWindows, reserveBlock } from './rate-window.sql.ts';
import { isOver, secondsLeft, WINDOW_MS, type Allowance, type RateLimit } from './rate-limit.ts';

interface Window {
  startMs: number;
  /** Calls that this node may still grant by itself. */
  own: number;
  /** Left for all nodes when this one last asked. */
  shared: number;
  isUsedUp: boolean;
}

/**
 * N nodes share a row of each token's minute and take the allowance from it in blocks of a twentieth, so that the sum
 * of what they grant is never over the limit.
 */
export function sharedRateLimit(db: Db): RateLimit {
  const windows = new Map<bigint, Window>();
  const asking = new Map<bigint, Promise<void>>();

  const ask = async (tokenId: bigint, limit: number, nowMs: number) => {
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

  const takeAsking = async (tokenId: bigint, limit: number, nowMs: number): Promise<Allowance> => {
    for (;;) {
      let question = asking.get(tokenId);
      if (question === undefined) {
        question = ask(tokenId, limit, nowMs).finally(() => asking.delete(tokenId));
        asking.set(tokenId, question);
      }
      await question;
      const taken = takeLocally(tokenId, nowMs);
      if (taken !== undefined) return taken;
    }
  };

  return {
    take: (tokenId, limit, nowMs) => takeLocally(tokenId, nowMs) ?? takeAsking(tokenId, limit, nowMs),
    async sweep(nowMs) {
      for (const [id, window] of windows) if (isOver(window.startMs, nowMs)) windows.delete(id);
      await deleteOldWindows(db, new Date(nowMs - 10 * WINDOW_MS));
    },
  };
}
