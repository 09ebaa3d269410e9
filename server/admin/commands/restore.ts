import type { Engine } from '#server/db/engine.ts';
import { StartFailure } from '#server/db/errors.ts';
import { migrate, MIGRATIONS } from '#server/db/migrate.ts';
import { openEngine } from '#server/db/open-database.ts';
import { writeAppSecret } from '#server/serve/read-app-secret.ts';
import type { ClosedCommand, DatabaseLocation } from '../command.ts';
import { analyzeAll, findMigrations, hasMigrations } from '../dump.sql.ts';
import { backupHead, type BackupHead } from '../backup-format.ts';
import { loadBackup, openLines, restoreSequences } from '../load-backup.ts';
import { hasSite } from '#server/site/create-site.ts';

/**
 * Loads a backup into an empty database, embedded or not. It creates the tables of the backup's version, fills them,
 * and then applies the newer migrations, so that these migrate the rows as in any older database.
 */
export const restore = restoreWith(MIGRATIONS);

/** @param migrations The folder of this version's migrations */
export function restoreWith(migrations: string): ClosedCommand {
  return {
    name: 'restore',
    options: ['from'],
    prepareClosed(options) {
      const file = options.file('from');
      return (location) => load(file, location, migrations);
    },
  };
}

async function load(file: string, location: DatabaseLocation, folder: string): Promise<object> {
  const lines = openLines(file);
  const head = await lines.readHead(backupHead, 'a backup of this service');
  const engine = await openEngine(location);
  try {
    await prepareTables(engine, head, { now: location.now, folder });
    await adoptKey(location, head.key);
    const counts = await engine.database.owner.transaction((db) => loadBackup(db, lines.rest, restoreSequences));
    const applied = await migrate(engine, location.now, { folder });
    await analyzeAll(engine.database.owner);
    return { ...counts, applied };
  } catch (error) {
    throw lines.toFailure(error);
  } finally {
    await engine.database.close();
  }
}

/** Creates the empty tables of the backup's version. @throws StartFailure if that is impossible */
async function prepareTables(
  engine: Engine,
  head: BackupHead,
  { now, folder }: { readonly now: Date; readonly folder: string },
): Promise<void> {
  const { owner } = engine.database;
  const wanted = new Map(head.migrations.map(({ name, checksum }) => [name, checksum]));
  if (await hasMigrations(owner)) {
    if (await hasSite(owner)) throw new StartFailure('The database already has sites: restore needs an empty one');
    const later = (await findMigrations(owner)).find(({ name }) => !wanted.has(name));
    if (later !== undefined) {
      throw new StartFailure(
        `The backup is older than the migration ${later.name}, which the database already has: use a database that has never been opened`,
      );
    }
  }
  await migrate(engine, now, { folder, isWanted: (name) => wanted.has(name) });
  const applied = new Map((await findMigrations(owner)).map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of wanted) {
    if (!applied.has(name))
      throw new StartFailure(`The backup is newer than this version: it has the migration ${name}`);
    if (applied.get(name) !== checksum) {
      throw new StartFailure(`The migration ${name} is not the one that the export was made with`);
    }
  }
}

/**
 * Links and secrets are derived from the key of the backup. If APP_SECRET is a different key, the service has to have
 * both.
 * @throws StartFailure if it does not
 */
async function adoptKey({ dataDir, appSecret, appSecretPrevious }: DatabaseLocation, key: string): Promise<void> {
  if (appSecret === null) await writeAppSecret(dataDir, key);
  else if (appSecret !== key && appSecretPrevious !== key)
    throw new StartFailure(
      'The backup was made with another key: set APP_SECRET, or APP_SECRET_PREVIOUS, to the key of that service',
    );
}
