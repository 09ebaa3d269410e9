import { sql, type Database, type Db } from '#server/db/db.ts';
import type { LiveToken } from '#server/tokens/live-token.ts';

export interface Allowance {
  readonly isGranted: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

type LimitedToken = Pick<LiveToken, 'id' | 'rateLimitPerMin'> & { readonly site: Pick<LiveToken['site'], 'id'> };

/** Limits the calls of a token; browser sessions count for their token. */
export interface RateLimit {
  /** Takes one call. Returns a promise only if the database must be queried. */
  take(token: LimitedToken, nowMs: number): Allowance | Promise<Allowance>;
  /** Drops windows that are over from memory. */
  sweep(nowMs: number): void;
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
export function sharedRateLimit(database: Pick<Database, 'forSite'>): RateLimit {
  const windows = new Map<bigint, Window>();
  const reserving = new Map<bigint, Promise<void>>();

  const reserve = async ({ id: tokenId, rateLimitPerMin: limit, site }: LimitedToken, nowMs: number) => {
    const block = Math.max(1, Math.floor(limit / 20));
    const row = await reserveBlock(database.forSite(site.id), site.id, { tokenId, block, now: new Date(nowMs) });
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

  const takeReserving = async (token: LimitedToken, nowMs: number): Promise<Allowance> => {
    for (;;) {
      let reservation = reserving.get(token.id);
      if (reservation === undefined) {
        reservation = reserve(token, nowMs).finally(() => reserving.delete(token.id));
        reserving.set(token.id, reservation);
      }
      await reservation;
      const taken = takeLocally(token.id, nowMs);
      if (taken !== undefined) return taken;
    }
  };

  return {
    take: (token, nowMs) => takeLocally(token.id, nowMs) ?? takeReserving(token, nowMs),
    sweep(nowMs) {
      for (const [id, window] of windows) if (isOver(window.startMs, nowMs)) windows.delete(id);
    },
  };
}

/** Adds a block to the token's current window, or starts a new one in its place. */
async function reserveBlock(
  db: Db,
  siteId: bigint,
  { tokenId, block, now }: { readonly tokenId: bigint; readonly block: number; readonly now: Date },
): Promise<{ window_start: string; taken: number }> {
  const at = now.toISOString();
  // As `isOver`.
  const isCurrent = sql`w.window_start > ${at}::timestamptz - interval '1 minute'
    and w.window_start <= ${at}::timestamptz + interval '1 minute'`;
  const [row] = await db.query<{ window_start: string; taken: number }>(sql`
    insert into rate_window as w (site_id, token_id, window_start, taken) values (${siteId}, ${tokenId}, ${at}, ${block})
    on conflict (site_id, token_id) do update set
      window_start = case when ${isCurrent} then w.window_start else excluded.window_start end,
      taken = case when ${isCurrent} then w.taken else 0 end + excluded.taken
    returning window_start, taken`);
  if (row === undefined) throw new Error('the statement returned no window');
  return row;
}
