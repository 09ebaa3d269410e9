import { LRUCache } from 'lru-cache';
import type { Db } from '#server/db/db.ts';
import { LiveToken } from './live-token.ts';
import { hashToken, isTokenShape } from './token-format.ts';
import {
  getSessionByHash,
  getTokenByHash,
  notifyTokensChanged,
  updateSessionUse,
  updateTokenUse,
} from './tokens.sql.ts';
import { UnverifiedReads } from './unverified-reads.ts';

/** How long a node that missed the notification may still accept a revoked token. */
const REVOKE_LAG_MS = 1000;

/** `malformed` is detected without the database; `refused` is an existing token that is revoked, expired or idle. */
export type Finding =
  | { readonly kind: 'good'; readonly token: LiveToken }
  | { readonly kind: 'refused'; readonly token: LiveToken }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'unknown' };

const MALFORMED: Finding = { kind: 'malformed' };
const UNKNOWN: Finding = { kind: 'unknown' };

/** Looks up a call's token: shape and checksum, then a cache of one second, then one index read. */
export class TokenBook {
  readonly use: TokenUse;
  hits = 0;
  misses = 0;
  readonly #db: Db;
  readonly #known = new LRUCache<string, LiveToken>({ max: 10_000 });
  readonly #reads = new UnverifiedReads();
  readonly #reading = new Map<string, { readonly epoch: number; readonly found: Promise<LiveToken | undefined> }>();
  #epoch = 0;

  /** @param db The handle without a site. */
  constructor(db: Db) {
    this.#db = db;
    this.use = new TokenUse(db);
  }

  get size(): number {
    return this.#known.size;
  }

  /** Undefined if the token has to be read from the database. */
  recall(raw: string, nowMs: number): LiveToken | undefined {
    const token = this.#known.get(raw);
    // After the clock was set back an entry counts as expired, so it never stays fresh for longer.
    if (token === undefined || nowMs < token.readMs || nowMs - token.readMs >= REVOKE_LAG_MS) return undefined;
    this.hits += 1;
    return token;
  }

  /** @param address The caller's IP address */
  async find(raw: string, nowMs: number, address: string): Promise<Finding> {
    if (!isTokenShape(raw) || raw.startsWith('spt')) return MALFORMED;
    const token = this.recall(raw, nowMs) ?? (await this.#readOnce(raw, nowMs, address));
    if (token === undefined) return UNKNOWN;
    return { kind: token.isGood(nowMs) ? 'good' : 'refused', token };
  }

  /** Drops the cached tokens of a site, after a change on this node or another; of every site without one. */
  forget(siteId?: bigint): void {
    this.#epoch += 1;
    if (siteId === undefined) return this.#known.clear();
    for (const [raw, token] of this.#known.entries()) if (token.site.id === siteId) this.#known.delete(raw);
  }

  /** Writes the pending counts, then drops the cached tokens, whose counts are out of date. */
  async flush(): Promise<void> {
    if (await this.use.flush()) this.forget();
  }

  /** Calls that arrive while their token is read share the read, unless tokens have changed since it began. */
  #readOnce(raw: string, nowMs: number, address: string): Promise<LiveToken | undefined> {
    const running = this.#reading.get(raw);
    if (running?.epoch === this.#epoch) return running.found;
    const found = this.#reads
      .read(raw, address, () => this.#read(raw, nowMs))
      .finally(() => {
        if (this.#reading.get(raw)?.found === found) this.#reading.delete(raw);
      });
    this.#reading.set(raw, { epoch: this.#epoch, found });
    return found;
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

/** Makes every node read its tokens again, because they carry fields of their site. Call it inside a transaction. */
export async function announceSiteChange(db: Db, siteId: bigint): Promise<void> {
  await notifyTokensChanged(db, siteId);
}

interface Use {
  calls: bigint;
  usedMs: number;
}

/**
 * Counts calls in memory and writes the counts every two seconds and on shutdown, so a crash loses at most two seconds.
 * Counts stay pending until they are written, so a failed write is tried again.
 */
export class TokenUse {
  readonly #db: Db;
  readonly #tokens = new Map<bigint, Use>();
  readonly #sessions = new Map<bigint, number>();
  #writing: Promise<void> | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  count(token: LiveToken, nowMs: number): void {
    const use = this.#tokens.get(token.id);
    if (use === undefined) {
      this.#tokens.set(token.id, { calls: 1n, usedMs: nowMs });
    } else {
      use.calls += 1n;
      if (nowMs > use.usedMs) use.usedMs = nowMs;
    }
    if (token.sessionId !== null) {
      this.#sessions.set(token.sessionId, Math.max(nowMs, this.#sessions.get(token.sessionId) ?? nowMs));
    }
    token.addUse(1n, nowMs);
  }

  /** Adds the calls that are not written yet to a token that was just read. */
  addPending(token: LiveToken): void {
    const use = this.#tokens.get(token.id);
    if (use !== undefined) token.addUse(use.calls, token.sessionId === null ? use.usedMs : 0);
    const usedMs = token.sessionId === null ? undefined : this.#sessions.get(token.sessionId);
    if (usedMs !== undefined) token.addUse(0n, usedMs);
  }

  /**
   * Writes the pending counts; a second call waits for the first.
   * @returns whether anything was written
   */
  async flush(): Promise<boolean> {
    while (this.#writing !== null) await this.#writing;
    if (this.#tokens.size === 0 && this.#sessions.size === 0) return false;
    this.#writing = this.#write().finally(() => {
      this.#writing = null;
    });
    await this.#writing;
    return true;
  }

  async #write(): Promise<void> {
    // Sort by id, so that two nodes lock rows in the same order.
    const uses = [...this.#tokens]
      .map(([id, use]) => ({ id, calls: use.calls, used: new Date(use.usedMs) }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await updateTokenUse(this.#db, uses);
    for (const use of uses) {
      const pending = this.#tokens.get(use.id);
      if (pending === undefined) continue;
      pending.calls -= use.calls;
      if (pending.calls === 0n) this.#tokens.delete(use.id);
    }
    const sessions = [...this.#sessions].toSorted(([a], [b]) => (a < b ? -1 : 1));
    if (sessions.length === 0) return;
    await updateSessionUse(
      this.#db,
      sessions.map(([id, usedMs]) => ({ id, used: new Date(usedMs) })),
    );
    for (const [id, usedMs] of sessions) if (this.#sessions.get(id) === usedMs) this.#sessions.delete(id);
  }
}
