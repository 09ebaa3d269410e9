import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const NAME = /^support-console-upload-([0-9]+)-[0-9a-f]{16}\.csv$/;

/** `DATA_DIR/tmp`, created if absent; the system's temporary folder if there is no DATA_DIR. */
export async function uploadFolder(dataDir: string): Promise<string> {
  if (dataDir === '') return tmpdir();
  const folder = path.join(dataDir, 'tmp');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** A unique file name that contains the id of this process. */
export function newUploadName(): string {
  return `support-console-upload-${process.pid}-${randomBytes(8).toString('hex')}.csv`;
}

/** Removes files of processes that have ended. Call it before this process accepts uploads. */
export async function removeOrphanedUploads(dataDir: string): Promise<void> {
  if (dataDir === '') return;
  const folder = path.join(dataDir, 'tmp');
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const owner = NAME.exec(name)?.[1];
    if (owner !== undefined && !isOtherProcess(Number(owner))) await rm(path.join(folder, name), { force: true });
  }
}

/** Whether another process has this id, such as a node that shares the folder. */
function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
