import type { Operation } from '#contract/operation.ts';
import { queryClient } from './query-client.ts';

const QUIET_MS = 500;
const MAX_MS = 3_000;

const waiting = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let firstAskedAt = 0;

/**
 * Refetches everything that a write may have changed: at once if it is on the page, else when it is next shown.
 * Resolves after the refetch, or at its first failure, since the write itself is done.
 */
export async function invalidateTouched({ touches }: Pick<Operation, 'touches'>): Promise<void> {
  const failed = Promise.withResolvers<void>();
  const stop = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'failed') return;
    if (touches.some((resource) => resource === event.query.queryKey[0])) failed.resolve();
  });
  await Promise.race([invalidate(touches), failed.promise]);
  stop();
}

/**
 * The same after a run of writes: 0.5 s after the last one, or 3 s at the latest. Rows that no longer match leave
 * then, and not after each key of a person who goes down a list.
 */
export function scheduleInvalidation({ touches }: Pick<Operation, 'touches'>): void {
  const now = performance.now();
  if (timer === undefined) firstAskedAt = now;
  for (const resource of touches) waiting.add(resource);
  clearTimeout(timer);
  timer = setTimeout(() => void flushInvalidation(), Math.max(0, Math.min(QUIET_MS, firstAskedAt + MAX_MS - now)));
}

/** Refetches the scheduled resources now. */
export async function flushInvalidation(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const resources = [...waiting];
  waiting.clear();
  await invalidate(resources);
}

async function invalidate(resources: Iterable<string>): Promise<void> {
  await Promise.all(
    [...resources].map(async (resource) => {
      const begun = queryClient
        .getQueryCache()
        .findAll({ queryKey: [resource], fetchStatus: 'fetching' })
        .filter((query) => query.state.data === undefined || !query.isActive());
      // A first load may have read the state before the write, so it is repeated.
      const anew = begun.map((query) => {
        void query.cancel({ silent: true });
        return query.fetch().catch(() => undefined);
      });
      await Promise.all([...anew, queryClient.invalidateQueries({ queryKey: [resource] })]);
    }),
  );
}
