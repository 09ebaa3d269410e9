import pg from 'pg';
import type { Connection, ConnectionSource } from './connection.ts';
import { RESET_ROLE, SessionState, SET_APP_ROLE, type Command, type RoleScripts } from './connection.ts';
import type { DatabaseLog } from './database-log.ts';
import type { Database } from './db.ts';
import { EngineHandles } from './engine-db.ts';
import type { Engine } from './engine.ts';
import { DatabaseUnavailable } from './errors.ts';
import { PostgresListener } from './postgres-listener.ts';
import { readPostgresError } from './read-postgres-error.ts';
import type { RawResult } from './read-rows.ts';

const MAX_CONNECTIONS = 10;
/** Where the owner has a login of its own: housekeeping, two locks of uploads, leases of deliveries, one to spare. */
const MAX_OWNER_CONNECTIONS = 5;
const WAIT_MS = 5_000;
/** Calls are bound in time; the owner's work, such as a migration, is not. */
const APP_LIMITS = `set statement_timeout to '30s'; set idle_in_transaction_session_timeout to '60s'; `;
const OWNER_LIMITS = 'set statement_timeout to 0; set idle_in_transaction_session_timeout to 0; ';

/** One login for both roles: the session goes from one to the other. */
const BOTH: RoleScripts = { app: SET_APP_ROLE + APP_LIMITS, owner: RESET_ROLE + OWNER_LIMITS };
/** A login of its own for each: the sessions of one never become the other. */
const APP_ALONE: RoleScripts = {
  app: `select set_config('role', 'support_console_app', false) where session_user <> 'support_console_app'; ${APP_LIMITS}`,
};
const OWNER_ALONE: RoleScripts = { owner: OWNER_LIMITS };

/** Values stay text: `readRows` reads them for both engines. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

class PostgresConnection implements Connection {
  readonly session: SessionState;
  readonly #client: pg.PoolClient;
  /** Not to be used again. */
  broken = false;

  constructor(client: pg.PoolClient, scripts: RoleScripts) {
    this.#client = client;
    this.session = new SessionState(scripts);
  }

  async run({ text, values, name, prelude = '' }: Command): Promise<RawResult> {
    if (prelude !== '') await this.script(prelude);
    return this.#guard(async () => {
      const result = await this.#client.query<(string | null)[]>({
        ...(name === undefined ? {} : { name }),
        text,
        values: [...values],
        rowMode: 'array',
        types: AS_TEXT,
      });
      return { fields: result.fields.map((field) => ({ name: field.name, oid: field.dataTypeID })), rows: result.rows };
    });
  }

  async script(text: string): Promise<void> {
    await this.#guard(() => this.#client.query(text));
  }

  async #guard<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const known = readPostgresError(error);
      if (known instanceof DatabaseUnavailable) this.broken = true;
      throw known;
    }
  }
}

class Pool implements ConnectionSource {
  readonly #pool: pg.Pool;
  readonly #scripts: RoleScripts;
  readonly #connections = new WeakMap<pg.PoolClient, PostgresConnection>();

  constructor(pool: pg.Pool, scripts: RoleScripts) {
    this.#pool = pool;
    this.#scripts = scripts;
  }

  async use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const client = await this.#take();
    const connection = this.#connections.get(client) ?? new PostgresConnection(client, this.#scripts);
    this.#connections.set(client, connection);
    try {
      return await work(connection);
    } finally {
      client.release(connection.broken);
    }
  }

  async #take(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw readPostgresError(error);
    }
  }
}

function openPool(url: string, max: number, log: DatabaseLog): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'support-console',
  });
  // A connection that breaks while it is used fails its statement; unheard, its event would end the process as well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // One that breaks while it is idle says so here.
  pool.on('error', (error) => log.warn({ error: error.message }, 'an idle database connection was lost'));
  return pool;
}

/**
 * Connects to a PostgreSQL server when first used, as the user of the address.
 * Queries fail with `DatabaseUnavailable` while it cannot be reached, and work again when it can.
 * @param ownerUrl The owner's own login: the sessions of `databaseUrl` then never leave the role of the service.
 */
export function openPostgres(databaseUrl: string, log: DatabaseLog, ownerUrl: string | null = null): Engine {
  const pool = openPool(databaseUrl, MAX_CONNECTIONS, log);
  const ownerPool = ownerUrl === null ? pool : openPool(ownerUrl, MAX_OWNER_CONNECTIONS, log);
  const pools = new Set([pool, ownerPool]);
  const appSource = new Pool(pool, ownerUrl === null ? BOTH : APP_ALONE);
  const ownerSource = ownerUrl === null ? appSource : new Pool(ownerPool, OWNER_ALONE);
  const handles = new EngineHandles(appSource);
  const ownerHandles = ownerUrl === null ? handles : new EngineHandles(ownerSource);
  const listener = new PostgresListener(databaseUrl, log);
  const sum = (count: (one: pg.Pool) => number) => [...pools].reduce((total, one) => total + count(one), 0);
  let closed = false;
  const database: Database = {
    engine: 'postgres',
    owner: ownerHandles.handle({ role: 'owner' }),
    unbound: handles.handle({ role: 'app', siteId: null }),
    forSite: (siteId) => handles.handle({ role: 'app', siteId }),
    listen: (channel, receive) => listener.listen(channel, receive),
    load: () => ({
      connections: sum((one) => one.totalCount),
      idle: sum((one) => one.idleCount),
      waiting: sum((one) => one.waitingCount),
    }),
    async close() {
      if (closed) return;
      closed = true;
      await listener.close();
      await Promise.all([...pools].map((one) => one.end()));
    },
  };
  return { database, source: ownerSource, ...(ownerUrl !== null && { appSource }) };
}
