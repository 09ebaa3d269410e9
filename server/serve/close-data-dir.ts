import { chmod, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartFailure } from '#server/db/errors.ts';

/** Permission bits of group and others. */
const OTHERS = 0o077;
/** A folder with one of these files is a DATA_DIR. */
const OUR_FILES: ReadonlySet<string> = new Set(['postgres', 'secret.key']);
/** The only files of a DATA_DIR with an external PostgreSQL. */
const OTHER_FILES: ReadonlySet<string> = new Set(['tmp', 'forwarding-headers']);

/** Whether other users of this machine have access; false if the file is absent, and on Windows. */
export async function isOpenToOthers(file: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const mode = await modeOf(file);
  return mode !== null && (mode & OTHERS) !== 0;
}

/**
 * Removes other users' access to DATA_DIR and its key, which may have been granted since they were created. Does not create
 * the folder. Refuses a folder with files of other programs, such as /tmp.
 * @returns the paths that were changed.
 * @throws StartFailure if the permissions cannot be changed, or the folder is not a DATA_DIR.
 */
export async function closeDataDir(dataDir: string): Promise<string[]> {
  const closed: string[] = [];
  if (await isOpenToOthers(dataDir)) {
    const names = await readdir(dataDir).catch(() => ['?']);
    if (!names.some((name) => OUR_FILES.has(name)) && !names.every((name) => OTHER_FILES.has(name))) {
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
