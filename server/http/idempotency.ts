import { setTimeout as wait } from 'node:timers/promises';
import { emailKey } from '#contract/contact-keys.ts';
import { writeJson } from '#contract/json.ts';
import { codePoints, isStorable } from '#contract/scalars.ts';
import { FEW_IDS, type Db } from '#server/db/db.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Clock } from '#server/operation/call.ts';
import { fieldError } from '#server/operation/field-errors.ts';
import type { RowBudget } from '#server/operation/row-budget.ts';
import { deriveBytes, type AppKeys } from '#server/secrets/app-keys.ts';
import {
  claimKeyedCall,
  deleteClaim,
  deleteKeyedRepliesAbout,
  deleteOldKeyedCall,
  findKeyedRepliesAbout,
  getKeyedReply,
  insertKeyedCall,
  updateKeyedReply,
  type ReplySubject,
  type ReplySubjects,
  type KeyedCall,
} from './idempotency.sql.ts';
import type { RunTraits } from './run-traits.ts';

export const KEYED_RETENTION_MS = 24 * 3_600_000;
/** A claim older than this belongs to a node that died: a call runs for half as long at most. */
const CLAIM_MS = 60_000;
const POLL_MS = 100;
const MAX_WAIT_MS = 45_000;

/** @returns the key, or null without a header. @throws ApiError bad_field when it is not 1 to 100 characters. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || header === '' || !isStorable(header) || codePoints(header) > 100) {
    throw fieldError('Idempotency-Key', 'must be a header of 1 to 100 characters');
  }
  return header;
}

/** Hashes of a body under the current key, which is stored, and under the previous key. */
export type BodyHashes = readonly [stored: Uint8Array, ...earlier: Uint8Array[]];

/** Hashes with a key, so that a leaked database does not reveal short bodies. Secrets in the body are left out. */
export function hashBody(keys: AppKeys, operation: string, body: Record<string, unknown>): BodyHashes {
  const { provider_api_key: _key, confirm_token: _token, ...rest } = body;
  const text = `idempotency|${operation}|${writeJson(rest)}`;
  const [current, ...previous] = keys.all;
  return [deriveBytes(current, text), ...previous.map((key) => deriveBytes(key, text))];
}

/** @throws ApiError conflict if the first call with this key had another body. */
export function checkSameBody(stored: Uint8Array, hashes: BodyHashes): void {
  if (!hashes.some((hash) => Buffer.compare(stored, hash) === 0)) {
    throw new ApiError('conflict', 'This Idempotency-Key was used with another body');
  }
}

/** The work of a call with a key. The stored form of the reply contains no secret. */
export interface KeyedWork {
  readonly run: (db: Db) => Promise<{ readonly answer: string; readonly stored: string; readonly about: ReplySubject }>;
  /** Rebuilds the first response from its stored form. */
  readonly restore: (db: Db, stored: string) => Promise<string>;
}

/**
 * Runs the work once for each key. Record, work and reply share one transaction: a repeated call gets the first response,
 * and a concurrent one waits for it. Errors are not stored, since they roll everything back.
 * @throws ApiError conflict if the key was used with another body.
 */
export async function runOnce(
  db: Db,
  siteId: bigint,
  call: KeyedCall & { readonly bodyHashes: BodyHashes; readonly now: Date },
  work: KeyedWork,
  reserve = FEW_IDS,
): Promise<string> {
  return db.transaction(async (db) => {
    await deleteOldKeyedCall(db, siteId, call, new Date(call.now.getTime() - KEYED_RETENTION_MS));
    if (await insertKeyedCall(db, siteId, call, call.bodyHashes[0], call.now)) {
      const { answer, stored, about } = await work.run(db);
      await updateKeyedReply(db, siteId, call, { status: 200, answer: stored, about });
      return answer;
    }
    const first = await getKeyedReply(db, siteId, call);
    if (first?.answer == null) throw new ApiError('conflict', 'The first call with this Idempotency-Key did not end');
    checkSameBody(first.body_hash, call.bodyHashes);
    return work.restore(db, first.answer);
  }, reserve);
}

/** Stores the reply; call it in the transaction that makes the changes. */
export type StoreReply = (db: Db, text: string, about: ReplySubject) => Promise<void>;

/**
 * As `runOnce`, for work that waits for another service: claims the key in a transaction of its own, runs the work without
 * one, and stores the reply in the work's last transaction. A concurrent call polls for the reply. Errors are not stored,
 * and release the key.
 * @throws ApiError conflict if the key was used with another body, overloaded when the first call does not end.
 */
export async function runOnceWithoutTransaction(
  db: Db,
  siteId: bigint,
  call: KeyedCall & { readonly bodyHashes: BodyHashes },
  clock: Clock,
  work: (store: StoreReply) => Promise<string>,
): Promise<string> {
  const endMs = performance.now() + MAX_WAIT_MS;
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
    const first = await getKeyedReply(db, siteId, call);
    if (first !== undefined) checkSameBody(first.body_hash, call.bodyHashes);
    if (first !== undefined && first.answer !== null) return first.answer;
    if (performance.now() > endMs) {
      throw new ApiError('overloaded', 'The first call with this Idempotency-Key is still running', {
        retryAfterSeconds: 5,
      });
    }
    await wait(POLL_MS);
  }
  try {
    return await work((db, answer, about) => updateKeyedReply(db, siteId, call, { status: 200, answer, about }));
  } catch (error) {
    await deleteClaim(db, siteId, call).catch(() => undefined);
    throw error;
  }
}

/**
 * Finds the person or ticket in the known fields of a body and its reply. The requester of a ticket never changes, so the
 * ticket's id is enough.
 */
export function subjectOfReply(
  { ticketIdField }: Pick<RunTraits, 'ticketIdField'>,
  body: unknown,
  reply: unknown,
): ReplySubject {
  const ticketId = idOf(reply, ticketIdField ?? 'ticket_id') ?? idOf(body, 'ticket_id');
  const email = fieldOf(reply, 'requester_email');
  return { ticketId, emailKey: typeof email === 'string' ? emailKey(email) : null };
}

function idOf(value: unknown, name: string): bigint | null {
  const id = fieldOf(value, name);
  return typeof id === 'bigint' ? id : null;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Lets an erasure delete stored replies about a person; families cannot import this folder. */
export const keptAnswers = {
  /** Deletes them within the budget, which frees their keys. @returns how many it deleted */
  async forget(db: Db, siteId: bigint, subjects: ReplySubjects, budget: RowBudget): Promise<number> {
    const deleted = await deleteKeyedRepliesAbout(db, siteId, subjects, budget.left);
    budget.take(deleted);
    return deleted;
  },
  /** Adds a unique name of each to `found`. */
  async collect(db: Db, siteId: bigint, subjects: ReplySubjects, found: Set<string>): Promise<void> {
    for (const { token_id: tokenId, operation, key } of await findKeyedRepliesAbout(db, siteId, subjects)) {
      found.add(`${tokenId} ${operation} ${key}`);
    }
  },
};
