import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { StartFailure } from './errors.ts';
import { acquirePidFile } from './pid-file.ts';

/**
 * Locks the folder for this process: a second service would take the first one's server for an orphan and stop it. The lock
 * ends with the process, even when it is killed.
 * @returns a function that gives the lock back.
 * @throws StartFailure with exit code 3 when the folder is taken.
 */
export async function acquireDataDirLock(dataDir: string): Promise<() => Promise<void>> {
  const folder = await realpath(dataDir);
  const release = process.platform === 'linux' ? await acquireSocketName(folder) : await acquirePidFile(folder);
  if (release === null) throw new StartFailure(`DATA_DIR is in use: another process has ${dataDir} open`, 3);
  return release;
}

/** A name in Linux's abstract socket space: the kernel frees it with the process, and no file is left behind. */
async function acquireSocketName(folder: string): Promise<(() => Promise<void>) | null> {
  const name = `\0support-console-${createHash('sha256').update(folder).digest('hex')}`;
  const server = createServer((socket) => socket.destroy());
  const taken = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen({ path: name, exclusive: true }, () => resolve(true));
  });
  if (!taken) return null;
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}
