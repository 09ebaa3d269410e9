import { setTimeout as wait } from 'node:timers/promises';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import { DatabaseUnavailable } from '#server/db/errors.ts';
import type { SiteRef } from '#server/operation/call.ts';
import { recordAiCall, type AiCallContext, type AiCallInput, type RecordedAiCall } from './record-ai-call.ts';
import { deleteReservation } from './reservations.sql.ts';

/** Delays before a retry, in milliseconds: together less than the rest of the reservation. */
const PAUSES_MS = [100, 1_000, 3_000] as const;

/**
 * Logs a finished call and releases its reservation in one transaction: a reader sees one of them, never both or
 * neither. The money is spent by now, so an unavailable database is retried; the reservation ID identifies the call, so
 * that a retry after a lost reply does not count it twice.
 * @param also Further work in the same transaction.
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
    }, FEW_IDS);
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
