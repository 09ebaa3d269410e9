/** How old an open or pending ticket without a first response is when it counts as stale; health answers it as is. */
export const STALE_THRESHOLD = '2h';
const STALE_AFTER_MS = 2 * 3_600_000;

/** A ticket without a first response that was created before this instant is stale. */
export function staleBefore(now: Date): string {
  return new Date(now.getTime() - STALE_AFTER_MS).toISOString();
}
