import pg from 'pg';
import { FairPlaces } from '#server/fair-places.ts';
import {
  RESET_ROLE,
  SessionState,
  SET_APP_ROLE,
  type Command,
  type Connection,
  type ConnectionSource,
  type Holder,
  type Principal,
  type RoleScripts,
} from './connection.ts';
import type { Database } from './db.ts';
import { EngineHandles } from './engine-db.ts';
import type { DatabaseLog, Engine } from './engine.ts';
import { DatabaseUnavailable } from './errors.ts';
import { PostgresListener } from './postgres-listener.ts';
import { readPostgresError } from './read-postgres-error.ts';
import type { RawResult } from './read-rows.ts';

/** Of one site alone; others, and what is of no site, have a share each besides. */
const CONNECTIONS = { capacity: 10, share: 2, most: 18 };
/** Where the owner has a login of its own: housekeeping, two locks of uploads, leases of deliveries, one to spare. */
const OWNER_CONNECTIONS = { capacity: 5, share: 0, most: 5 };
const WAIT_MS = 5_000;
/** Calls are bound in time, reads most; the owner's work, such as a migration, is not. */
const BEGIN = { app: `begin; set local statement_timeout to '30s'`, owner: 'begin' };
const APP_LIMITS = `set statement_timeout to '10s'; set idle_in_transaction_session_timeout to '60s'; `;
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

  async begin({ role }: Principal, prelude: string): Promise<void> {
    // Before `begin`: in one script with it, a rollback would take role and site back.
    if (prelude !== '') await this.script(prelude);
    await this.script(BEGIN[role]);
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
  readonly pool: pg.Pool;
  readonly #scripts: RoleScripts;
  readonly places: FairPlaces<Holder>;
  readonly #connections = new WeakMap<pg.PoolClient, PostgresConnection>();

  constructor(pool: pg.Pool, scripts: RoleScripts, limits: typeof CONNECTIONS) {
    this.pool = pool;
    this.#scripts = scripts;
    this.places = new FairPlaces(limits);
  }

  async use<Result>(holder: Holder, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const release = this.places.tryAcquire(holder) ?? (await this.#wait(holder));
    try {
      const client = await this.#take();
      const connection = this.#connections.get(client) ?? new PostgresConnection(client, this.#scripts);
      this.#connections.set(client, connection);
      try {
        return await work(connection);
      } finally {
        client.release(connection.broken);
      }
    } finally {
      release();
    }
  }

  async #wait(holder: Holder): Promise<() => void> {
    const late = new DatabaseUnavailable('No database connection was free in time');
    const gone = new AbortController();
    const timer = setTimeout(() => gone.abort(late), WAIT_MS);
    return this.places.acquire(holder, gone.signal).finally(() => clearTimeout(timer));
  }

  async #take(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect();
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
  const openSource = (url: string, scripts: RoleScripts, limits: typeof CONNECTIONS) =>
    new Pool(openPool(url, limits.most, log), scripts, limits);
  const appSource = openSource(databaseUrl, ownerUrl === null ? BOTH : APP_ALONE, CONNECTIONS);
  const ownerSource = ownerUrl === null ? appSource : openSource(ownerUrl, OWNER_ALONE, OWNER_CONNECTIONS);
  const handles = new EngineHandles(appSource);
  const ownerHandles = ownerUrl === null ? handles : new EngineHandles(ownerSource);
  const listener = new PostgresListener(databaseUrl, log);
  const sources = [...new Set([appSource, ownerSource])];
  const sum = (count: (one: Pool) => number) => sources.reduce((total, one) => total + count(one), 0);
  let closed = false;
  const database: Database = {
    engine: 'postgres',
    owner: ownerHandles.handle({ role: 'owner' }),
    unbound: handles.handle({ role: 'app', siteId: null }),
    forSite: (siteId) => handles.handle({ role: 'app', siteId }),
    listen: (channel, receive) => listener.listen(channel, receive),
    load: () => ({
      connections: sum(({ pool }) => pool.totalCount),
      idle: sum(({ pool }) => pool.idleCount),
      waiting: sum(({ pool, places }) => places.waiting + pool.waitingCount),
    }),
    async close() {
      if (closed) return;
      closed = true;
      await listener.close();
      await Promise.all(sources.map(({ pool }) => pool.end()));
    },
  };
  return { database, source: ownerSource, ...(ownerUrl !== null && { appSource }) };
}
