import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Clock } from '#server/operation/call.ts';
import type { AnswerSubject } from './answer-subject.ts';
import { checkSameBody, KEYED_RETENTION_MS, type BodyHashes } from './idempotency.ts';
import {
  claimKeyedCall,
  deleteClaim,
  deleteOldKeyedCall,
  getKeyedAnswer,
  updateKeyedAnswer,
  type KeyedCall,
} from './idempotency.sql.ts';

/** A claim older than this belongs to a node that died: the work it was for lasts half as long at most. */
const CLAIM_MS = 60_000;
const LOOK_MS = 100;
const PATIENCE_MS = 45_000;

/** Stores the answer; to be called in the transaction that does what the answer says. */
export type KeepAnswer = (db: Db, text: string, about: AnswerSubject) => Promise<void>;

/**
 * As `runOnce`, for work that waits for somebody else: the key is claimed in a transaction of its own, none is open
 * while the work runs, and the answer is stored in the transaction that ends it. A call that comes meanwhile looks
 * again and again until the answer is there. Errors are not stored, and release the key.
 * @throws ApiError conflict when the key came with another body, overloaded when the first call does not end.
 */
export async function runOnceOutside(
  db: Db,
  siteId: bigint,
  call: KeyedCall & { readonly bodyHashes: BodyHashes },
  clock: Clock,
  work: (keep: KeepAnswer) => Promise<string>,
): Promise<string> {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const now = clock.now();
    await deleteOldKeyedCall(db, siteId, call, new Date(now.getTime() - KEYED_RETENTION_MS));
    if (
      await claimKeyedCall(db, siteId, call, call.bodyHashes[0], {
        now,
        staleBefore: new Date(now.getTime() - CLAIM_MS),
      })
    )
      break;
    const first = await getKeyedAnswer(db, siteId, call);
    if (first !== undefined) checkSameBody(first.body_hash, call.bodyHashes);
    if (first !== undefined && first.answer !== null) return first.answer;
    if (performance.now() > endMs) {
      throw new ApiError('overloaded', 'The first call with this Idempotency-Key is still running', {
        retryAfterSeconds: 5,
      });
    }
    await wait(LOOK_MS);
  }
  try {
    return await work((db, answer, about) => updateKeyedAnswer(db, siteId, call, { status: 200, answer, about }));
  } catch (error) {
    await deleteClaim(db, siteId, call).catch(() => undefined);
    throw error;
  }
}
