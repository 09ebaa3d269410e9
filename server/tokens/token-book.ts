import { LRUCache } from 'lru-cache';
import type { Database, Db } from '#server/db/db.ts';
import { LiveToken } from './live-token.ts';
import { hashToken, isTokenShape, siteOfToken } from './token-format.ts';
import { getSessionByHash, getTokenByHash, notifyTokensChanged, updateUses } from './tokens.sql.ts';
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

type SiteHandles = Pick<Database, 'forSite'>;

/** Looks up a call's token: shape and checksum, then a cache of one second, then one index read in the site it claims. */
export class TokenBook {
  readonly use: TokenUse;
  hits = 0;
  misses = 0;
  readonly #database: SiteHandles;
  readonly #known = new LRUCache<string, LiveToken>({ max: 10_000 });
  readonly #reads = new UnverifiedReads();
  readonly #reading = new Map<string, { readonly epoch: number; readonly found: Promise<LiveToken | undefined> }>();
  #epoch = 0;

  constructor(database: SiteHandles) {
    this.#database = database;
    this.use = new TokenUse(database);
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
    const siteId = siteOfToken(raw);
    const db = this.#database.forSite(siteId);
    const row = await (raw.startsWith('sct') ? getSessionByHash(db, siteId, hash) : getTokenByHash(db, siteId, hash));
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

/** The uses of a site's tokens, and of its browser sessions. */
class SiteUse {
  readonly tokens = new Map<bigint, Use>();
  readonly sessions = new Map<string, number>();
}

/**
 * Counts calls in memory and writes the counts every two seconds and on shutdown, so a crash loses at most two seconds.
 * Counts stay pending until they are written, so a failed write is tried again.
 */
export class TokenUse {
  readonly #database: SiteHandles;
  readonly #sites = new Map<bigint, SiteUse>();
  #called = new Set<bigint>();
  #writing: Promise<void> | null = null;

  constructor(database: SiteHandles) {
    this.#database = database;
  }

  count(token: LiveToken, nowMs: number): void {
    const siteId = token.site.id;
    this.#called.add(siteId);
    let site = this.#sites.get(siteId);
    if (site === undefined) this.#sites.set(siteId, (site = new SiteUse()));
    const use = site.tokens.get(token.id);
    if (use === undefined) {
      site.tokens.set(token.id, { calls: 1n, usedMs: nowMs });
    } else {
      use.calls += 1n;
      if (nowMs > use.usedMs) use.usedMs = nowMs;
    }
    const { sessionId } = token;
    if (sessionId !== null) site.sessions.set(sessionId, Math.max(nowMs, site.sessions.get(sessionId) ?? nowMs));
    token.addUse(1n, nowMs);
  }

  /** Adds the calls that are not written yet to a token that was just read. */
  addPending(token: LiveToken): void {
    const site = this.#sites.get(token.site.id);
    const use = site?.tokens.get(token.id);
    if (use !== undefined) token.addUse(use.calls, token.sessionId === null ? use.usedMs : 0);
    const usedMs = token.sessionId === null ? undefined : site?.sessions.get(token.sessionId);
    if (usedMs !== undefined) token.addUse(0n, usedMs);
  }

  /** The sites that were called since the last call of this. */
  takeCalledSites(): readonly bigint[] {
    const sites = [...this.#called];
    this.#called = new Set();
    return sites;
  }

  /**
   * Writes the pending counts, site by site; a second call waits for the first.
   * @returns whether anything was written
   * @throws the first failure, after the other sites
   */
  async flush(): Promise<boolean> {
    while (this.#writing !== null) await this.#writing;
    if (this.#sites.size === 0) return false;
    this.#writing = this.#write().finally(() => {
      this.#writing = null;
    });
    await this.#writing;
    return true;
  }

  async #write(): Promise<void> {
    const failures: unknown[] = [];
    for (const [siteId, site] of [...this.#sites]) {
      await this.#writeSite(siteId, site).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  async #writeSite(siteId: bigint, { tokens, sessions }: SiteUse): Promise<void> {
    // Sorted, so that two nodes lock rows in the same order.
    const written = {
      tokens: [...tokens]
        .map(([id, { calls, usedMs }]) => ({ id, calls, used: new Date(usedMs) }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      sessions: [...sessions]
        .map(([id, usedMs]) => ({ id, used: new Date(usedMs) }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    };
    await updateUses(this.#database.forSite(siteId), siteId, written);
    for (const { id, calls } of written.tokens) {
      const use = tokens.get(id);
      if (use === undefined) continue;
      use.calls -= calls;
      if (use.calls === 0n) tokens.delete(id);
    }
    for (const { id, used } of written.sessions) if (sessions.get(id) === used.getTime()) sessions.delete(id);
    if (tokens.size === 0 && sessions.size === 0) this.#sites.delete(siteId);
  }
}
