import pg from 'pg';
import { StartFailure, toStartFailure } from './errors.ts';
import { readPostgresError } from './read-postgres-error.ts';

const CONNECT_MS = 5_000;

interface Addresses {
  readonly databaseUrl: string;
  readonly ownerUrl: string | null;
  readonly directUrl: string | null;
}

/**
 * Migrations hold a session lock, and notifications need a session of their own. Neither works through a transaction
 * pooler, and neither would report that.
 * @throws StartFailure if an address that must be the server's is a pooler's, or cannot be reached.
 */
export async function refusePoolers({ databaseUrl, ownerUrl, directUrl }: Addresses): Promise<void> {
  if (directUrl === null && (await isPooler(databaseUrl)))
    throw new StartFailure(
      'DATABASE_URL is the address of a connection pooler: set DATABASE_DIRECT_URL to that of the server itself, for migrations, notifications and locks',
    );
  if (directUrl !== null && (await isPooler(directUrl)))
    throw new StartFailure(
      'DATABASE_DIRECT_URL is the address of a connection pooler: set it to that of the server itself',
    );
  if (ownerUrl !== null && (await isPooler(ownerUrl)))
    throw new StartFailure(
      'DATABASE_OWNER_URL is the address of a connection pooler: set it to that of the server itself',
    );
}

/** A pooler makes up the process id of a session, because the server session changes with each transaction. */
async function isPooler(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    // The driver's types lack this property.
    return !('processID' in client) || client.processID !== rows[0]?.pid;
  } catch (error) {
    throw toStartFailure(readPostgresError(error));
  } finally {
    await client.end().catch(() => undefined);
  }
}
