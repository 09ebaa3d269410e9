import type { Encoded } from './encode-parameter.ts';
import type { RawResult } from './read-rows.ts';

/** The role of a transaction: the owner, or the service's role with one site or none. */
export type Principal = { readonly role: 'owner' } | { readonly role: 'app'; readonly siteId: bigint | null };

/** The key for sharing sessions fairly: a site, the owner, or work without a site. */
export type Holder = bigint | 'owner' | 'unbound';

export function holderOf(principal: Principal): Holder {
  return principal.role === 'owner' ? 'owner' : (principal.siteId ?? 'unbound');
}

export interface Command {
  readonly text: string;
  readonly values: readonly Encoded[];
  /** Name of the prepared statement; without one the server plans the text each time. */
  readonly name?: string;
}

/** A session with the server. It keeps no state between transactions: each one sets its own role and site. */
export interface Connection {
  /** Runs a statement in a transaction of its own, in one round trip. */
  runAlone(principal: Principal, command: Command): Promise<RawResult>;
  /**
   * As `runAlone`, but does not wait until the commit is on disk. A crash can only lose it together with every later commit,
   * so nothing durable depends on a lost one.
   */
  draw(principal: Principal, command: Command): Promise<RawResult>;
  /** Begins a transaction. It is sent with the next statement, which also fails when it fails. */
  begin(principal: Principal): void;
  /** Runs a statement in the open transaction; without one, with the rights of the login. */
  run(command: Command): Promise<RawResult>;
  /** As `run`, one or more statements without parameters; their rows are dropped. */
  script(text: string): Promise<void>;
}

/** Lends sessions, each to one borrower at a time; waiting holders take turns. */
export interface ConnectionSource {
  use<Result>(holder: Holder, work: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** As `use`, for a single statement, of which few begin at once. */
  useAlone<Result>(holder: Holder, work: (connection: Connection) => Promise<Result>): Promise<Result>;
}

/** `readRows` parses dates and instants in this format only. */
const FORMATS = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'`;
/** Time limits of calls; a single statement has the shorter one. The owner's work, such as a migration, has none. */
const LIMIT = { alone: '10s', several: '30s' };
const IDLE = `set local idle_in_transaction_session_timeout = '60s'`;
const OWNER_LIMITS = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';

/**
 * Begins a transaction and sets its role and site. All settings end with it: behind a transaction pooler, the session's
 * next transaction may belong to another site. `set local` also reaches the nodes of a distributed PostgreSQL; `set_config` does not.
 */
export function beginOf(principal: Principal, statements: 'alone' | 'several'): string {
  if (principal.role === 'owner') return `begin; ${FORMATS}; ${OWNER_LIMITS}`;
  const site = principal.siteId === null ? '' : BigInt(principal.siteId);
  return `begin; set local role support_console_app; set local app.site_id = '${site}'; ${FORMATS}; set local statement_timeout = '${LIMIT[statements]}'; ${IDLE}`;
}
