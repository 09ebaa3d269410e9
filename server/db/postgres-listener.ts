import pg from 'pg';
import { readPostgresError } from './read-postgres-error.ts';
import type { DatabaseLog } from './engine.ts';

type Receive = (payload: string) => void;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Notifications on a connection of their own, which comes back when it is lost. Every receiver is then called once with
 * an empty payload, because something may have been missed.
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

  /** @returns a function that ends it. @throws DatabaseUnavailable when the server cannot be reached now. */
  async listen(channel: string, receive: Receive): Promise<() => Promise<void>> {
    const client = this.#client ?? (await this.#connect());
    const present = this.#receivers.get(channel) ?? new Set();
    if (present.size === 0) await client.query(listenTo(channel)).catch(refuse);
    this.#receivers.set(channel, present.add(receive));
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
    await client.connect().catch(refuse);
    client.on('end', () => this.#lost(client));
    for (const channel of this.#receivers.keys()) await client.query(listenTo(channel)).catch(refuse);
    this.#client = client;
    this.#pauseMs = FIRST_PAUSE_MS;
    return client;
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = null;
    this.#retry();
  }

  #retry(): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#connect().then(
        () => this.#receivers.forEach((all) => all.forEach((receive) => receive(''))),
        () => this.#retry(),
      );
    }, this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

function listenTo(channel: string): string {
  return `listen ${pg.escapeIdentifier(channel)}`;
}

function refuse(error: unknown): never {
  throw readPostgresError(error);
}
