import type { Operation } from '#contract/operation.ts';
import { queryClient } from './query-client.ts';

const QUIET_MS = 500;
const MAX_MS = 3_000;

const waiting = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let firstAskedAt = 0;

/**
 * Asks at once for everything that a write may have changed: what is on the page is fetched anew, the rest when it is next
 * shown. Resolves when it is there, or when a first try failed: the write is done, and the page tries on by itself.
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
 * The same once a run of writes has come to rest, after 0.5 s without another and 3 s at the latest: rows that match no
 * longer leave then, and a hand that goes down a list is not interrupted after each key.
 */
export function scheduleInvalidation({ touches }: Pick<Operation, 'touches'>): void {
  const now = performance.now();
  if (timer === undefined) firstAskedAt = now;
  for (const resource of touches) waiting.add(resource);
  clearTimeout(timer);
  timer = setTimeout(() => void flushInvalidation(), Math.max(0, Math.min(QUIET_MS, firstAskedAt + MAX_MS - now)));
}

/** Refetches now what waits for a pause. */
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
      // Its answer may be of before the write, and the library would take that of a first load for the new one.
      const anew = begun.map((query) => {
        void query.cancel({ silent: true });
        return query.fetch().catch(() => undefined);
      });
      await Promise.all([...anew, queryClient.invalidateQueries({ queryKey: [resource] })]);
    }),
  );
}
