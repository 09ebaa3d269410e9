import { LRUCache } from 'lru-cache';
import { subscriberOf } from '#server/audit/network-of.ts';
import type { Db } from '#server/db/db.ts';
import { FairPlaces } from '#server/fair-places.ts';
import { LiveToken } from './live-token.ts';
import { hashToken, isTokenShape } from './token-format.ts';
import { TokenUse } from './token-use.ts';
import { getSessionByHash, getTokenByHash, notifyTokensChanged } from './tokens.sql.ts';

/** How long a revoked token can still be taken for good by a node that missed the notice. */
const REVOKE_LAG_MS = 1000;

/** `malformed` never reached the database; `refused` is a known token that is revoked, expired or idle. */
export type Finding =
  | { readonly kind: 'good'; readonly token: LiveToken }
  | { readonly kind: 'refused'; readonly token: LiveToken }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'unknown' };

const MALFORMED: Finding = { kind: 'malformed' };
const UNKNOWN: Finding = { kind: 'unknown' };

/** Reads at a time for tokens that this process has never seen: nobody can tell before which of them are real. */
const STRANGERS = 2;

/**
 * Finds the token of a call: shape and checksum, then a second's memory, then one index read. Tokens that have been good
 * before are read at once; the others wait for each other, addresses in turns, so that nobody who invents tokens is in the
 * way of those who have one.
 */
export class TokenBook {
  readonly use: TokenUse;
  hits = 0;
  misses = 0;
  readonly #db: Db;
  readonly #known = new LRUCache<string, LiveToken>({ max: 10_000 });
  readonly #seen = new LRUCache<string, true>({ max: 10_000 });
  readonly #strangers = new FairPlaces<string>({ capacity: STRANGERS, share: 0 });
  #epoch = 0;

  /** @param db The handle without a site. */
  constructor(db: Db) {
    this.#db = db;
    this.use = new TokenUse(db);
  }

  get size(): number {
    return this.#known.size;
  }

  /** Undefined when the token has to be read from the database. */
  recall(raw: string, nowMs: number): LiveToken | undefined {
    const token = this.#known.get(raw);
    // A clock that was set back makes an entry look unread, never fresh for longer.
    if (token === undefined || nowMs < token.readMs || nowMs - token.readMs >= REVOKE_LAG_MS) return undefined;
    this.hits += 1;
    return token;
  }

  /** @param address Of the caller. */
  async find(raw: string, nowMs: number, address: string): Promise<Finding> {
    if (!isTokenShape(raw) || raw.startsWith('spt')) return MALFORMED;
    const token = this.recall(raw, nowMs) ?? (await this.#readInTurn(raw, nowMs, address));
    if (token === undefined) return UNKNOWN;
    return { kind: token.isGood(nowMs) ? 'good' : 'refused', token };
  }

  /** After a revocation here or on another node: everything is looked up anew. */
  forget(): void {
    this.#epoch += 1;
    this.#known.clear();
  }

  /** Writes the pending counts; the figures held in memory are then out of date and dropped. */
  async flush(): Promise<void> {
    if (await this.use.flush()) this.forget();
  }

  async #readInTurn(raw: string, nowMs: number, address: string): Promise<LiveToken | undefined> {
    if (this.#seen.get(raw) === true) return this.#read(raw, nowMs);
    const release = await this.#strangers.acquire(subscriberOf(address), null);
    try {
      return await this.#read(raw, nowMs);
    } finally {
      release();
    }
  }

  async #read(raw: string, nowMs: number): Promise<LiveToken | undefined> {
    this.misses += 1;
    const epoch = this.#epoch;
    const hash = hashToken(raw);
    const row = raw.startsWith('sct') ? await getSessionByHash(this.#db, hash) : await getTokenByHash(this.#db, hash);
    if (row === undefined) {
      this.#seen.delete(raw);
      return undefined;
    }
    this.#seen.set(raw, true);
    const token = new LiveToken(row, nowMs);
    this.use.addPending(token);
    // A token read before a revocation must not be cached after it.
    if (epoch === this.#epoch) this.#known.set(raw, token);
    return token;
  }
}

/** Every node reads its tokens anew, and with them what they say of their site. To be called inside a transaction. */
export async function announceSiteChange(db: Db): Promise<void> {
  await notifyTokensChanged(db);
}
