import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { link, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartFailure } from './errors.ts';

const run = promisify(execFile);

/**
 * Locks the folder for this process. Without it a second service would take the first one's database server for an orphan and
 * stop it. The lock ends with the process, even if it is killed.
 * @returns the release function.
 * @throws StartFailure with exit code 3 if another process has the lock.
 */
export async function acquireDataDirLock(dataDir: string): Promise<() => Promise<void>> {
  const folder = await realpath(dataDir);
  const release = process.platform === 'linux' ? await acquireSocketName(folder) : await acquirePidFile(folder);
  if (release === null) throw new StartFailure(`DATA_DIR is in use: another process has ${dataDir} open`, 3);
  return release;
}

/** Takes a name in Linux's abstract socket namespace: the kernel frees it with the process and leaves no file. */
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

/**
 * Takes a lock file with process id and start time, for systems without abstract sockets. Replaces the file of a process
 * that has ended, even if a newer process has its id.
 * @returns the release function, or null if a running process has the lock.
 */
export async function acquirePidFile(folder: string): Promise<(() => Promise<void>) | null> {
  const file = path.join(folder, 'lock');
  const own = `${process.pid} ${await readStartTime(process.pid)}`;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (await create(file, own)) return () => rm(file, { force: true });
    const holder = await readText(file);
    if (holder !== null && (await isAlive(holder))) return null;
    const aside = `${file}.${randomBytes(6).toString('hex')}`;
    const moved = await rename(file, aside).then(
      () => true,
      () => false,
    );
    // Another process may have replaced the file since we read it; then put it back.
    if (moved && (await readText(aside)) !== holder) {
      await rename(aside, file);
      return null;
    }
    await rm(aside, { force: true });
  }
  return null;
}

async function create(file: string, text: string): Promise<boolean> {
  // Write a draft and link it, so that no process reads an incomplete file.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, text, { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function readText(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}

async function isAlive(holder: string): Promise<boolean> {
  const [pid = '', ...started] = holder.split(' ');
  if (!/^[0-9]+$/.test(pid)) return false;
  return (await readStartTime(Number(pid))) === started.join(' ');
}

/** Distinguishes two processes with the same id; empty if there is no such process. */
async function readStartTime(pid: number): Promise<string> {
  try {
    if (process.platform === 'win32') {
      const { stdout } = await run('powershell', [
        '-NoProfile',
        '-Command',
        `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`,
      ]);
      return stdout.trim();
    }
    // The 22nd field; the second one is the name in brackets and may contain spaces.
    if (process.platform === 'linux')
      return (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.split(' ')[19] ?? '';
    const { stdout } = await run('env', ['LC_ALL=C', 'TZ=UTC', 'ps', '-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim();
  } catch {
    return '';
  }
}
