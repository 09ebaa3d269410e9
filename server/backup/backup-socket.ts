import { createServer, type Server, type ServerResponse } from 'node:http';
import { chmod, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '#server/db/db.ts';
import type { Clock } from '#server/operation/call.ts';
import { readBackup } from './backup-folder.ts';
import type { DatabaseLog } from '#server/db/engine.ts';

/** In DATA_DIR: who can open it is who can read the database itself. */
export const BACKUP_SOCKET = 'admin.sock';
const BUSY = 409;

interface Options {
  readonly dataDir: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: DatabaseLog;
}

/**
 * Gives `admin backup` and `admin export` the embedded database while it serves: one copy at a time, over a socket that only
 * the owner of DATA_DIR can open. Where there can be no such socket the log says so, and the service runs without.
 * @returns what ends it; a copy that runs is broken off.
 */
export async function serveBackups({ dataDir, database, clock, log }: Options): Promise<() => Promise<void>> {
  const { beginCopy } = database;
  if (beginCopy === undefined) return async () => undefined;
  let running: Promise<void> | null = null;
  const send = async (response: ServerResponse): Promise<void> => {
    try {
      const copy = await beginCopy();
      try {
        await pipeline(readBackup(dataDir, clock.now(), copy), response);
      } finally {
        await copy.release();
      }
      log.info({}, 'a backup was made');
    } catch (error) {
      log.warn({ error: String(error) }, 'a backup was broken off');
      response.destroy();
    }
  };
  const server = createServer((_request, response) => {
    if (running !== null) {
      response.writeHead(BUSY).end();
      return;
    }
    running = send(response).finally(() => {
      running = null;
    });
  });
  // The lock of DATA_DIR is ours: a socket that is there was left by a process that was killed.
  const file = path.join(dataDir, BACKUP_SOCKET);
  await rm(file, { force: true });
  try {
    await listen(server, file);
    await chmod(file, 0o600);
  } catch (error) {
    log.warn({ error: String(error) }, 'backup and export need the service stopped: no socket in DATA_DIR');
  }
  return async () => {
    server.closeAllConnections();
    await running;
    await new Promise((resolve) => server.close(resolve));
  };
}

function listen(server: Server, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(file, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
