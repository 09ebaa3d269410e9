import pg from 'pg';
import { DatabaseUnavailable } from './errors.ts';
import { readPostgresError } from './read-postgres-error.ts';
import type { DatabaseLog } from './engine.ts';

type Receive = (payload: string) => void;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Receives notifications on its own connection and reconnects if that fails. After a reconnect it calls every receiver once
 * with an empty payload, because notifications may have been missed.
 */
export class PostgresListener {
  readonly #databaseUrl: string;
  readonly #log: DatabaseLog;
  readonly #receivers = new Map<string, Set<Receive>>();
  #client: pg.Client | null = null;
  #connecting: Promise<pg.Client> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #closed = false;

  constructor(databaseUrl: string, log: DatabaseLog) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
  }

  /** Resolves after the first attempt; keeps trying while the server cannot be reached. @returns a function that stops it */
  async listen(channel: string, receive: Receive): Promise<() => Promise<void>> {
    const present = this.#receivers.get(channel) ?? new Set();
    const isNew = present.size === 0;
    this.#receivers.set(channel, present.add(receive));
    if (this.#client === null) await this.#connect().catch((error: unknown) => this.#failed(error));
    else if (isNew) await listenOn(this.#client, channel).catch(() => this.#client?.end());
    return async () => {
      present.delete(receive);
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  #connect(): Promise<pg.Client> {
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: LONGEST_PAUSE_MS,
      application_name: 'support-console listen',
    });
    client.on('error', (error) =>
      this.#log.warn({ error: error.message }, 'the connection for notifications was lost'),
    );
    client.on('notification', ({ channel, payload }) => {
      this.#receivers.get(channel)?.forEach((receive) => receive(payload ?? ''));
    });
    try {
      await client.connect();
      client.on('end', () => this.#lost(client));
      for (const channel of this.#receivers.keys()) await listenOn(client, channel);
      if (this.#closed) throw new DatabaseUnavailable('The database is closed');
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    this.#pauseMs = FIRST_PAUSE_MS;
    return client;
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#retry();
  }

  #failed(error: unknown): void {
    if (this.#closed) return;
    const { message } = readPostgresError(error);
    this.#log.warn({ error: message }, 'the connection for notifications could not be opened: it is tried again');
    this.#retry();
  }

  #retry(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#client !== null) return;
      this.#connect().then(
        () => this.#receivers.forEach((all) => all.forEach((receive) => receive(''))),
        () => this.#retry(),
      );
    }, this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

async function listenOn(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${pg.escapeIdentifier(channel)}`);
}
