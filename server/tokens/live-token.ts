import type { Scope } from '#contract/operation.ts';
import type { CallToken, Site } from '#server/operation/call.ts';
import type { SessionRow, TokenRow } from './tokens.sql.ts';

const IDLE_MS = 30 * 60_000;

/** A token as read from the database, plus the calls counted since then. */
export class LiveToken implements CallToken {
  readonly id: bigint;
  readonly sessionId: string | null;
  readonly prefix: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly tokenScopes: readonly Scope[];
  readonly agentId: bigint | null;
  readonly rateLimitPerMin: number;
  readonly createdUtc: string;
  readonly expiresUtc: string | null;
  readonly site: Site;
  readonly readMs: number;
  readonly #isEnded: boolean;
  readonly #expiresMs: number;
  readonly #sessionExpiresMs: number;
  #calls: bigint;
  #lastUsedMs: number | null;
  #sessionUsedMs: number;

  constructor(row: TokenRow | SessionRow, readMs: number) {
    const session = 'session_id' in row ? row : null;
    this.id = row.token_id;
    this.sessionId = session === null ? null : session.session_id;
    this.prefix = row.token_prefix;
    this.label = row.label;
    this.tokenScopes = row.scopes;
    this.scopes = session === null ? row.scopes : session.session_scopes;
    this.agentId = row.agent_id;
    this.rateLimitPerMin = row.rate_limit_per_min;
    this.createdUtc = row.created_utc;
    this.expiresUtc = row.expires_utc;
    this.site = {
      id: row.site_id,
      name: row.site_name,
      timeZone: row.time_zone,
      isDemo: row.is_demo,
      country: row.country,
      undeployed: row.undeployed,
    };
    this.readMs = readMs;
    this.#isEnded = row.revoked_utc !== null || (session !== null && session.session_ended_utc !== null);
    this.#expiresMs = row.expires_utc === null ? Infinity : Date.parse(row.expires_utc);
    this.#sessionExpiresMs = session === null ? Infinity : Date.parse(session.session_expires_utc);
    this.#calls = row.request_count;
    this.#lastUsedMs = row.last_used_utc === null ? null : Date.parse(row.last_used_utc);
    this.#sessionUsedMs = session === null ? Infinity : Date.parse(session.session_last_used_utc);
  }

  get requestCount(): bigint {
    return this.#calls;
  }

  get lastUsedUtc(): string | null {
    return this.#lastUsedMs === null ? null : new Date(this.#lastUsedMs).toISOString();
  }

  /** Neither revoked, nor ended, nor expired, nor idle for half an hour. */
  isGood(nowMs: number): boolean {
    return (
      !this.#isEnded &&
      nowMs < this.#expiresMs &&
      nowMs < this.#sessionExpiresMs &&
      nowMs - this.#sessionUsedMs < IDLE_MS
    );
  }

  allows(scope: Scope): boolean {
    return this.scopes.includes(scope) || this.scopes.includes('*');
  }

  /** Adds calls that are not in the database yet. The time of the last use never moves backwards. */
  addUse(calls: bigint, usedMs: number): void {
    this.#calls += calls;
    if (this.#lastUsedMs === null || usedMs > this.#lastUsedMs) this.#lastUsedMs = usedMs;
    if (usedMs > this.#sessionUsedMs) this.#sessionUsedMs = usedMs;
  }
}
