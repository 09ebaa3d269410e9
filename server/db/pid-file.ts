import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * A lock file with the process id and its start time, for systems without abstract sockets. A file whose process is
 * gone, or whose id now belongs to a younger process, is moved aside.
 * @returns a function that gives the lock back, or null when a living process holds it.
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
    // Somebody may have replaced the file since it was read: then it is alive, and goes back.
    if (moved && (await readText(aside)) !== holder) {
      await rename(aside, file);
      return null;
    }
    await rm(aside, { force: true });
  }
  return null;
}

async function create(file: string, text: string): Promise<boolean> {
  // Written first and linked then, so that nobody reads it half written.
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

/** Text that tells two processes of one id apart; empty when there is no such process. */
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
    // Its 22nd field; the second is a name in brackets that may hold blanks.
    if (process.platform === 'linux')
      return (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ').at(-1)?.split(' ')[19] ?? '';
    const { stdout } = await run('env', ['LC_ALL=C', 'TZ=UTC', 'ps', '-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim();
  } catch {
    return '';
  }
}
