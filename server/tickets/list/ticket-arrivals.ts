import type { Db } from '#server/db/db.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { StepSize } from '#server/operation/in-steps.ts';
import { findArrivals, type Arrival } from './ticket-arrivals.sql.ts';

const SIZE = { first: 2_000, least: 2_000, most: 20_000 };

/**
 * The tickets created between two instants, the newest first, in steps of a tenth of a second: on the embedded database
 * others have their turn in between. See decision 0034.
 * @throws the signal's reason between two steps.
 */
export async function* readArrivals(
  db: Db,
  site: SiteRef,
  { since, until, signal }: { readonly since: Date; readonly until: Date; readonly signal: AbortSignal },
): AsyncGenerator<Arrival[]> {
  const size = new StepSize(SIZE);
  let after: Arrival | null = null;
  for (;;) {
    signal.throwIfAborted();
    const limit = size.rows;
    const last: Arrival | null = after;
    const arrivals: Arrival[] = await db.transaction((db) =>
      size.measure(() => findArrivals(db, site.id, { since, until, after: last, limit })),
    );
    if (arrivals.length > 0) yield arrivals;
    after = arrivals.at(-1) ?? null;
    if (arrivals.length < limit || after === null) return;
  }
}
