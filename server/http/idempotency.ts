import { writeJson } from '#contract/json.ts';
import { codePoints, isStorable } from '#contract/scalars.ts';
import type { Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import type { RowBudget } from '#server/operation/row-budget.ts';
import { deriveBytes, type AppKeys } from '#server/secrets/app-keys.ts';
import type { AnswerSubject } from './answer-subject.ts';
import {
  deleteKeyedAnswersAbout,
  deleteOldKeyedCall,
  findKeyedAnswersAbout,
  getKeyedAnswer,
  insertKeyedCall,
  updateKeyedAnswer,
  type AnswerSubjects,
  type KeyedCall,
} from './idempotency.sql.ts';

export const KEYED_RETENTION_MS = 24 * 3_600_000;

/** The key of a call, or null without one. @throws ApiError bad_field when it is not 1 to 100 characters. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || header === '' || !isStorable(header) || codePoints(header) > 100) {
    throw fieldError('Idempotency-Key', 'must be a header of 1 to 100 characters');
  }
  return header;
}

/** The hashes of a body under the present key, which is stored, and under the one before it. */
export type BodyHashes = readonly [stored: Uint8Array, ...earlier: Uint8Array[]];

/** Keyed hashes, so that a copy of the database does not reveal a short body; secrets of others stay out. */
export function hashBody(keys: AppKeys, operation: string, body: Record<string, unknown>): BodyHashes {
  const { provider_api_key: _key, confirm_token: _token, ...rest } = body;
  const text = `idempotency|${operation}|${writeJson(rest)}`;
  const [current, ...previous] = keys.all;
  return [deriveBytes(current, text), ...previous.map((key) => deriveBytes(key, text))];
}

/** @throws ApiError conflict when the first call with this key had another body. */
export function checkSameBody(stored: Uint8Array, hashes: BodyHashes): void {
  if (!hashes.some((hash) => Buffer.compare(stored, hash) === 0)) {
    throw new ApiError('conflict', 'This Idempotency-Key was used with another body');
  }
}

/** The work of a keyed call; what is stored of its answer holds no secret. */
export interface KeyedWork {
  readonly run: (
    db: Db,
  ) => Promise<{ readonly answer: string; readonly stored: string; readonly about: AnswerSubject }>;
  /** The first answer again, from what was stored of it. */
  readonly restore: (db: Db, stored: string) => Promise<string>;
}

/**
 * Runs the work once for a key: record, work and answer stand in one transaction, so the same key and body get the
 * first answer, and a call that comes while the first one runs waits for it. Errors are not stored: they changed
 * nothing.
 * @throws ApiError conflict when the key came with another body.
 */
export async function runOnce(
  db: Db,
  siteId: bigint,
  call: KeyedCall & { readonly bodyHashes: BodyHashes; readonly now: Date },
  work: KeyedWork,
): Promise<string> {
  return db.transaction(async (db) => {
    await deleteOldKeyedCall(db, siteId, call, new Date(call.now.getTime() - KEYED_RETENTION_MS));
    if (await insertKeyedCall(db, siteId, call, call.bodyHashes[0], call.now)) {
      const { answer, stored, about } = await work.run(db);
      await updateKeyedAnswer(db, siteId, call, { status: 200, answer: stored, about });
      return answer;
    }
    const first = await getKeyedAnswer(db, siteId, call);
    if (first?.answer == null) throw new ApiError('conflict', 'The first call with this Idempotency-Key did not end');
    checkSameBody(first.body_hash, call.bodyHashes);
    return work.restore(db, first.answer);
  });
}

/** Lets an erasure remove stored answers about a person; the families below do not know this room. */
export const keptAnswers = {
  /** Deletes them, as far as the budget goes; their keys count as unused again. Answers how many there were. */
  async forget(db: Db, siteId: bigint, subjects: AnswerSubjects, budget: RowBudget): Promise<number> {
    const deleted = await deleteKeyedAnswersAbout(db, siteId, subjects, budget.left);
    budget.take(deleted);
    return deleted;
  },
  /** Adds to `found` what names each of them. */
  async collect(db: Db, siteId: bigint, subjects: AnswerSubjects, found: Set<string>): Promise<void> {
    for (const { token_id: tokenId, operation, key } of await findKeyedAnswersAbout(db, siteId, subjects)) {
      found.add(`${tokenId} ${operation} ${key}`);
    }
  },
};
