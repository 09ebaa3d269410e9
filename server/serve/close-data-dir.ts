import { chmod, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartFailure } from '#server/db/errors.ts';

/** Rights of the group and of everybody else. */
const OTHERS = 0o077;
/** A folder is ours with one of these in it. */
const OURS: ReadonlySet<string> = new Set(['postgres', 'secret.key']);
/** With PostgreSQL these are all that is in it. */
const BESIDE: ReadonlySet<string> = new Set(['tmp', 'forwarding-headers']);

/** Whether other users of this machine have rights on it; false for what is not there, and where rights are no bits. */
export async function isOpenToOthers(file: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const mode = await modeOf(file);
  return mode !== null && (mode & OTHERS) !== 0;
}

/**
 * Closes DATA_DIR and its key to the other users of the machine: both are made so, and may have been opened since. A folder
 * that is not there yet is left to who makes it. Other people's folders are not touched, such as /tmp: those are refused.
 * @returns what was closed.
 * @throws StartFailure in one line where it cannot be closed, or is not ours to close.
 */
export async function closeDataDir(dataDir: string): Promise<string[]> {
  const closed: string[] = [];
  if (await isOpenToOthers(dataDir)) {
    const names = await readdir(dataDir).catch(() => ['?']);
    if (!names.some((name) => OURS.has(name)) && !names.every((name) => BESIDE.has(name))) {
      throw new StartFailure(
        `DATA_DIR ${dataDir} is open to other users and holds files of others: name a folder of its own, or close it with chmod 700`,
      );
    }
    await close(dataDir, 0o700);
    closed.push(dataDir);
  }
  const key = path.join(dataDir, 'secret.key');
  if (await isOpenToOthers(key)) {
    await close(key, 0o600);
    closed.push(key);
  }
  return closed;
}

async function close(file: string, mode: number): Promise<void> {
  await chmod(file, mode).catch((error: unknown) => {
    throw new StartFailure(
      `DATA_DIR: ${file} is open to other users and cannot be closed (${reasonOf(error)}): its owner must run chmod ${mode.toString(8)}`,
    );
  });
}

async function modeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).mode & 0o777;
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
