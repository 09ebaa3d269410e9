import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { StartFailure } from '#server/db/errors.ts';
import { askForBackup } from '#server/backup/ask-for-backup.ts';
import { BACKUP_FORMAT } from '#server/backup/backup-folder.ts';
import { restoreBackup } from '#server/backup/restore-folder.ts';

/**
 * Works on a copy of the database that the running service has open: of one moment, and for as long as it takes, while
 * the service goes on. The copy lies beside a file that is to be written and is removed in the end.
 * @param refusal why DATA_DIR could not be opened here @throws StartFailure
 */
export async function withCopy<Result>(
  dataDir: string,
  { beside, refusal }: { readonly beside: string; readonly refusal: unknown },
  work: (dataDir: string) => Promise<Result>,
): Promise<Result> {
  const folder = `${beside}.${randomBytes(6).toString('hex')}.copy`;
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    throw new StartFailure(`${folder} cannot be made for a copy of the database: ${String(error)}`);
  }
  try {
    await restoreBackup(folder, askForBackup(dataDir, refusal), BACKUP_FORMAT);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
