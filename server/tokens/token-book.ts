import { LRUCache } from 'lru-cache';
import type { Db } from '#server/db/db.ts';
import { LiveToken } from './live-token.ts';
import { hashToken, isTokenShape } from './token-format.ts';
import { TokenUse } from './token-use.ts';
import { getSessionByHash, getTokenByHash, notifyTokensChanged } from './tokens.sql.ts';
import { UnverifiedReads } from './unverified-reads.ts';

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

/** Finds the token of a call: shape and checksum, then a second's memory, then one index read. */
export class TokenBook {
  readonly use: TokenUse;
  hits = 0;
  misses = 0;
  readonly #db: Db;
  readonly #known = new LRUCache<string, LiveToken>({ max: 10_000 });
  readonly #reads = new UnverifiedReads();
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
    const token = this.recall(raw, nowMs) ?? (await this.#reads.read(raw, address, () => this.#read(raw, nowMs)));
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

  async #read(raw: string, nowMs: number): Promise<LiveToken | undefined> {
    this.misses += 1;
    const epoch = this.#epoch;
    const hash = hashToken(raw);
    const row = raw.startsWith('sct') ? await getSessionByHash(this.#db, hash) : await getTokenByHash(this.#db, hash);
    if (row === undefined) return undefined;
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
