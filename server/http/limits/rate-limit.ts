export interface Allowance {
  readonly isGranted: boolean;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** One allowance for all calls of a token; sessions share their token's. */
export interface RateLimit {
  /** Takes one call. A promise only where a shared count has to be asked. */
  take(tokenId: bigint, limit: number, nowMs: number): Allowance | Promise<Allowance>;
  /** Drops windows that are over. */
  sweep(nowMs: number): Promise<void>;
}

export const WINDOW_MS = 60_000;

/** A little in the future is a call that waited while a later one began; further off, the clock was set back. */
export function isOver(startMs: number, nowMs: number): boolean {
  return nowMs - startMs >= WINDOW_MS || startMs - nowMs > WINDOW_MS;
}

/** 1 to 60. */
export function secondsLeft(startMs: number, nowMs: number): number {
  return Math.min(60, Math.max(1, Math.ceil((startMs + WINDOW_MS - nowMs) / 1000)));
}
