import type { Encoded } from './encode-parameter.ts';
import type { RawResult } from './read-rows.ts';

/** For whom a session works: the owner, or the role of the service with one site or none. */
export type Principal = { readonly role: 'owner' } | { readonly role: 'app'; readonly siteId: bigint | null };

/** Whose turn it is where sessions are few: sites share them with each other, and with work that is of no site. */
export type Holder = bigint | 'owner' | 'unbound';

export function holderOf(principal: Principal): Holder {
  return principal.role === 'owner' ? 'owner' : (principal.siteId ?? 'unbound');
}

export interface Command {
  readonly text: string;
  readonly values: readonly Encoded[];
  /** Name of the prepared statement; without one the text is planned anew. */
  readonly name?: string;
  /** Script that runs first, in the same message; the statement runs only when it passes. */
  readonly prelude?: string;
}

/** One session with an engine. */
export interface Connection {
  readonly session: SessionState;
  run(command: Command): Promise<RawResult>;
  /** Begins a transaction. @param prelude As that of a command. */
  begin(principal: Principal, prelude: string): Promise<void>;
  /** One or more statements without parameters; their rows are dropped. */
  script(text: string): Promise<void>;
}

/** Hands out sessions, each to one user at a time, and in turns to those who wait. */
export interface ConnectionSource {
  use<Result>(holder: Holder, work: (connection: Connection) => Promise<Result>): Promise<Result>;
}

/** Set once a session: texts of dates and instants are read back in one format only. */
const FIRST = `set time zone 'UTC'; set datestyle to 'ISO, YMD'; set client_encoding to 'UTF8'; `;

/**
 * The scripts by which a session becomes one of the two roles, with what goes with it, such as time limits. A role
 * without a script is one that the session never takes on.
 */
export type RoleScripts = Readonly<Partial<Record<Principal['role'], string>>>;

export const SET_APP_ROLE = 'set role support_console_app; ';
export const RESET_ROLE = 'reset role; ';

/** Remembers what a session is set to, so that role and site are set only when they change. */
export class SessionState {
  readonly #scripts: RoleScripts;
  #fresh = true;
  #role: 'owner' | 'app' | 'unknown' = 'unknown';
  #siteId: bigint | null | 'unknown' = 'unknown';

  constructor(scripts: RoleScripts = { app: SET_APP_ROLE, owner: RESET_ROLE }) {
    this.#scripts = scripts;
  }

  /** The script that makes the session work for this principal, or nothing when it does already. */
  switchTo(principal: Principal): string {
    let script = this.#fresh ? FIRST : '';
    if (principal.role !== this.#role) {
      const change = this.#scripts[principal.role];
      if (change === undefined) throw new Error(`This session never works as ${principal.role}`);
      script += change;
    }
    if (principal.role === 'app' && principal.siteId !== this.#siteId) {
      script += `select set_config('app.site_id', '${principal.siteId === null ? '' : BigInt(principal.siteId)}', false); `;
    }
    return script;
  }

  /** After the script of `switchTo` has passed. */
  switched(principal: Principal): void {
    this.#fresh = false;
    this.#role = principal.role;
    if (principal.role === 'app') this.#siteId = principal.siteId;
  }

  /** After the script of `switchTo` may have failed half-way: everything is set again. */
  forget(): void {
    this.#fresh = true;
    this.#role = 'unknown';
    this.#siteId = 'unknown';
  }
}
