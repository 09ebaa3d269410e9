import { mkdir, readFile, rename, rm, rmdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { StartFailure } from '#server/db/errors.ts';
import { ensurePassword, type Transport } from './endpoint.ts';
import { collect } from './program-output.ts';
import { MAJOR, type Programs } from './programs.ts';
import type { ServerUser } from './server-user.ts';

/** Collation by code points and case folding of Unicode, the same on every platform and in every later version. */
const LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8'];

interface ClusterOptions {
  readonly programs: Programs;
  readonly user: ServerUser;
  readonly folder: string;
  readonly transport: Transport;
  /** False if a crash of the machine may lose the data. */
  readonly isDurable: boolean;
}

/**
 * Creates a cluster if the folder has none. It is created under another name and renamed when complete, so that an
 * interrupted first start leaves no incomplete cluster.
 * @throws StartFailure if the folder has something else, or a cluster of another major version
 */
export async function ensureCluster({ programs, user, folder, transport, isDurable }: ClusterOptions): Promise<void> {
  const entries = await readdir(folder).catch(() => []);
  if (entries.length > 0) {
    const version = await readFile(path.join(folder, 'PG_VERSION'), 'utf8').catch(() => '');
    if (version.trim() === MAJOR) return user.own(folder);
    throw new StartFailure(
      version === ''
        ? `${folder} contains something other than a database`
        : `${folder} was made by PostgreSQL ${version.trim()}, and this version has PostgreSQL ${MAJOR}: back it up with the version that made it, and restore it into an empty DATA_DIR`,
    );
  }
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await user.own(unfinished);
  // Only the server's account can open the socket; a port needs a password.
  const auth =
    transport === 'socket' ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${await ensurePassword(folder)}`];
  const args = ['-D', unfinished, '-U', 'postgres', '--no-instructions', ...auth, ...LOCALE];
  const { code, text } = await collect(user.spawn(programs.initdb, [...args, ...(isDurable ? [] : ['--no-sync'])]));
  if (code !== 0)
    throw new StartFailure(`The embedded PostgreSQL could not make its files: ${text.trim()}${user.advice}`);
  await rmdir(folder).catch(() => undefined);
  await rename(unfinished, folder);
}
