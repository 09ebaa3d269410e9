import { availableParallelism } from 'node:os';
import pg from 'pg';
import { FairSemaphore } from '#server/fair-semaphore.ts';
import {
  beginOf,
  type Command,
  type Connection,
  type ConnectionSource,
  type Holder,
  type Principal,
} from './connection.ts';
import type { Database } from './db.ts';
import { EngineHandles } from './engine-db.ts';
import type { DatabaseLog, Engine } from './engine.ts';
import { DatabaseUnavailable } from './errors.ts';
import { PostgresListener } from './postgres-listener.ts';
import { readPostgresError } from './read-postgres-error.ts';
import type { RawResult } from './read-rows.ts';
import { MAX_NAMES, StatementNames } from './statement-names.ts';

/** A site that was quiet may spend this much before it waits for its turn among those that were not. */
const CREDIT_MS = 50;
/** A single site may use `capacity`; every other site, and work without a site, gets a share on top. */
const CONNECTIONS = { capacity: 10, share: 2, most: 18, credit: CREDIT_MS };
/** For the gate: short statements, so that few connections are enough. A site in a storm leaves room for the others. */
const GATE_CONNECTIONS = { capacity: 4, share: 1, most: 6, credit: CREDIT_MS };
/** For the owner's address: housekeeping, two upload locks, finding due webhooks, and one spare. */
const OWNER_CONNECTIONS = { capacity: 5, share: 0, most: 5, credit: CREDIT_MS };
const WAIT_MS = 5_000;
/**
 * Single statements, which most reads are, that run at once. More would only take processors from each other and from this
 * process, and a short one would wait for all of them. Transactions wait for the disk instead, which gains by many.
 */
export const TURNS = { capacity: Math.max(4, 2 * availableParallelism()), share: 0, credit: CREDIT_MS };
/** A statement that takes longer is slow: others need not wait for its end. */
export const TURN_MS = 250;
/** Values stay text: `readRows` reads them. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

class PostgresConnection implements Connection {
  readonly #client: pg.PoolClient;
  readonly #prepared = new Set<string>();
  /** Sent together with the next statement. */
  #begin: string | null = null;
  #isBroken = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Whether to close the connection: it broke, or has prepared so many statements that most are no longer used. */
  get isSpent(): boolean {
    return this.#isBroken || this.#prepared.size > MAX_NAMES;
  }

  runAlone(principal: Principal, command: Command): Promise<RawResult> {
    // After a failed statement, `commit` rolls back.
    return this.#exchange(beginOf(principal, 'alone'), () => this.#send(command), 'commit');
  }

  draw(principal: Principal, command: Command): Promise<RawResult> {
    const begin = `${beginOf(principal, 'alone')}; set local synchronous_commit = off`;
    return this.#exchange(begin, () => this.#send(command), 'commit');
  }

  begin(principal: Principal): void {
    this.#begin = beginOf(principal, 'several');
  }

  run(command: Command): Promise<RawResult> {
    return this.#exchange(this.#takeBegin(), () => this.#send(command), null);
  }

  async script(text: string): Promise<void> {
    await this.#exchange(this.#takeBegin(), () => this.#client.query(text), null);
  }

  #takeBegin(): string | null {
    const begin = this.#begin;
    this.#begin = null;
    return begin;
  }

  /** Sends all in one packet. Separate packets would wake the server for each statement. */
  async #exchange<Result>(first: string | null, send: () => Promise<Result>, last: string | null): Promise<Result> {
    const { stream } = this.#client.connection;
    stream.cork();
    const begun = first === null ? undefined : this.#client.query(first);
    const sent = send();
    const ended = last === null ? undefined : this.#client.query(last);
    stream.uncork();
    const answers = await Promise.allSettled([begun ?? sent, sent, ended ?? sent]);
    // One failure also fails the statements after it. The first says why.
    for (const answer of answers) {
      if (answer.status === 'fulfilled') continue;
      const known = readPostgresError(answer.reason);
      if (known instanceof DatabaseUnavailable) this.#isBroken = true;
      throw known;
    }
    return sent;
  }

  async #send({ text, values, name }: Command): Promise<RawResult> {
    if (name !== undefined) this.#prepared.add(name);
    const { fields, rows } = await this.#client.query<(string | null)[]>({
      ...(name === undefined ? {} : { name }),
      text,
      values: [...values],
      rowMode: 'array',
      types: AS_TEXT,
    });
    return { fields: fields.map((field) => ({ name: field.name, oid: field.dataTypeID })), rows };
  }
}

class Pool implements ConnectionSource {
  readonly pool: pg.Pool;
  readonly #places: FairSemaphore<Holder>;
  readonly #turns = new FairSemaphore<Holder>(TURNS);
  readonly #connections = new WeakMap<pg.PoolClient, PostgresConnection>();

  constructor(pool: pg.Pool, limits: typeof CONNECTIONS) {
    this.pool = pool;
    this.#places = new FairSemaphore(limits);
  }

  use<Result>(holder: Holder, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return this.#inPlace(holder, () => this.#withConnection(work));
  }

  useAlone<Result>(holder: Holder, work: (connection: Connection) => Promise<Result>): Promise<Result> {
    return this.#inPlace(holder, () => this.#inTurn(holder, () => this.#withConnection(work)));
  }

  get waiting(): number {
    return this.#places.waiting + this.#turns.waiting + this.pool.waitingCount;
  }

  async #inPlace<Result>(holder: Holder, work: () => Promise<Result>): Promise<Result> {
    const leave = await acquire(this.#places, holder);
    const startedMs = performance.now();
    try {
      return await work();
    } finally {
      leave(Math.min(performance.now() - startedMs, TURN_MS));
    }
  }

  async #inTurn<Result>(holder: Holder, work: () => Promise<Result>): Promise<Result> {
    const endTurn = await acquire(this.#turns, holder);
    const startedMs = performance.now();
    const slow = setTimeout(() => endTurn(TURN_MS), TURN_MS);
    try {
      return await work();
    } finally {
      clearTimeout(slow);
      endTurn(performance.now() - startedMs);
    }
  }

  async #withConnection<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    const client = await this.#take();
    const connection = this.#connections.get(client) ?? new PostgresConnection(client);
    this.#connections.set(client, connection);
    try {
      return await work(connection);
    } finally {
      client.release(connection.isSpent);
    }
  }

  async #take(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      throw readPostgresError(error);
    }
  }
}

/** @throws DatabaseUnavailable after `WAIT_MS` */
async function acquire(places: FairSemaphore<Holder>, holder: Holder): Promise<(spent?: number) => void> {
  const release = places.tryAcquire(holder);
  if (release !== null) return release;
  const gone = new AbortController();
  const timer = setTimeout(
    () => gone.abort(new DatabaseUnavailable('No database connection was free in time')),
    WAIT_MS,
  );
  return places.acquire(holder, gone.signal).finally(() => clearTimeout(timer));
}

function openPool(url: string, max: number, log: DatabaseLog): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'support-console',
    // Sends statements without waiting for earlier replies, so a transaction of one statement takes one round trip.
    pipeline: true,
  });
  // A connection that breaks in use fails its statement. Without a listener, its error event would end the process too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // Connections that break while idle are reported here. `end` resolves before its connections are closed, so an embedded
  // server that stops next may cut them off.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ error: error.message }, 'an idle database connection was lost');
  });
  return pool;
}

export interface PostgresOptions {
  /** A separate login for the owner. Only the service then uses `databaseUrl`. */
  readonly ownerUrl?: string | null;
  /** The server itself, if `databaseUrl` is the address of a transaction pooler. */
  readonly directUrl?: string | null;
}

/**
 * Connects to a PostgreSQL server when first used, as the user of the address.
 * Queries fail with `DatabaseUnavailable` while it cannot be reached, and work again when it can.
 */
export function openPostgres(
  databaseUrl: string,
  log: DatabaseLog,
  { ownerUrl = null, directUrl = null }: PostgresOptions = {},
): Engine {
  const openSource = (url: string, limits: typeof CONNECTIONS) => new Pool(openPool(url, limits.most, log), limits);
  const appSource = openSource(databaseUrl, CONNECTIONS);
  const ownUrl = ownerUrl ?? directUrl;
  const ownerSource = ownUrl === null ? appSource : openSource(ownUrl, OWNER_CONNECTIONS);
  const gateSource = openSource(databaseUrl, GATE_CONNECTIONS);
  // Behind a pooler, a name may belong to another client's statement.
  const names = () => (directUrl === null ? new StatementNames() : null);
  const handles = new EngineHandles(appSource, names());
  const gateHandles = new EngineHandles(gateSource, names());
  const ownerHandles = new EngineHandles(ownerSource, null);
  const listener = new PostgresListener(directUrl ?? databaseUrl, log);
  const sources = [...new Set([appSource, gateSource, ownerSource])];
  const total = (count: (pool: Pool) => number) => sources.reduce((sum, pool) => sum + count(pool), 0);
  let closed = false;
  const database: Database = {
    owner: ownerHandles.handle({ role: 'owner' }),
    unbound: handles.handle({ role: 'app', siteId: null }),
    forSite: (siteId) => handles.handle({ role: 'app', siteId }),
    gate: {
      unbound: gateHandles.handle({ role: 'app', siteId: null }),
      forSite: (siteId) => gateHandles.handle({ role: 'app', siteId }),
    },
    listen: (channel, receive) => listener.listen(channel, receive),
    load: () => ({
      connections: total(({ pool }) => pool.totalCount),
      idle: total(({ pool }) => pool.idleCount),
      waiting: total((pool) => pool.waiting),
    }),
    async close() {
      if (closed) return;
      closed = true;
      await listener.close();
      await Promise.all(sources.map(({ pool }) => pool.end()));
    },
  };
  return { database, source: ownerSource, appSource, hasAppLogin: ownerUrl !== null };
}
