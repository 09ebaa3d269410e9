import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '#server/db/db.ts';
import { DatabaseUnavailable } from '#server/db/errors.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { recordAiCall, type AiCallContext, type AiCallInput, type RecordedAiCall } from './record-ai-call.ts';
import { deleteReservation } from './reservations.sql.ts';

/** Pauses before another try, in milliseconds: together less than what is left of the reservation. */
const PAUSES_MS = [100, 1_000, 3_000] as const;

/**
 * Logs a call that was made and gives its reservation back in one transaction: a reader sees the one or the other,
 * never both or neither. The money is spent by now, so a database that is away for a moment is tried again; the id of
 * the reservation names the call, so that a try whose answer was lost is not counted twice.
 * @param also What else belongs into the transaction.
 */
export async function settleCall<Result>(
  db: Db,
  site: SiteRef,
  { reservation, input }: { readonly reservation: bigint; readonly input: AiCallInput },
  context: AiCallContext,
  also: (db: Db, stored: RecordedAiCall) => Promise<Result>,
): Promise<Result> {
  const settle = () =>
    db.transaction(async (db) => {
      await deleteReservation(db, site.id, reservation);
      return also(db, await recordAiCall(db, site, { ...input, externalId: `call-${reservation}` }, context));
    });
  for (const pauseMs of PAUSES_MS) {
    try {
      return await settle();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      await wait(pauseMs);
    }
  }
  return settle();
}
