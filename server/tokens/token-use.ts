import type { Db } from '#server/db/db.ts';
import type { LiveToken } from './live-token.ts';
import { updateSessionUse, updateTokenUse } from './tokens.sql.ts';

interface Use {
  calls: bigint;
  usedMs: number;
}

/**
 * Calls counted in memory and written every two seconds and at the end: at most two seconds are lost at a crash.
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

  /** Brings a token that was just read up to the calls that are not written yet. */
  addPending(token: LiveToken): void {
    const use = this.#tokens.get(token.id);
    if (use !== undefined) token.addUse(use.calls, token.sessionId === null ? use.usedMs : 0);
    const usedMs = token.sessionId === null ? undefined : this.#sessions.get(token.sessionId);
    if (usedMs !== undefined) token.addUse(0n, usedMs);
  }

  /** Writes what is pending; a second call waits for the first. Answers whether anything was written. */
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
    // In the order of ids, so that two nodes lock rows in the same order.
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
