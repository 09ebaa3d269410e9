import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Engine } from '#server/db/engine.ts';
import { QueryError, StartFailure } from '#server/db/errors.ts';
import { migrate } from '#server/db/migrate.ts';
import { openEngine } from '#server/db/open-database.ts';
import type { ClosedCommand, DatabaseCommand } from '../command.ts';
import { analyzeAll, findMigrations, hasMigrations } from '../dump.sql.ts';
import { exportHead, type ExportHead } from '../export-format.ts';
import { loadExport } from '../load-export.ts';
import { hasSite } from '#server/site/create-site.ts';

/**
 * Loads an export into an empty database of either engine. The tables are made as they were when it was written, then
 * filled, then brought up to this version: so migrations see the rows of an older export as they would have at home.
 */
export const importAll: ClosedCommand = {
  name: 'import-all',
  options: ['from'],
  prepareClosed(options) {
    const file = options.file('from');
    return async (location) => {
      const lines = readLines(file)[Symbol.asyncIterator]();
      const head = await readHead(lines, file);
      const engine = await openEngine(location);
      try {
        await prepareTables(engine, head, location.now);
        const counts = await engine.database.owner.transaction((db) =>
          loadExport(db, { [Symbol.asyncIterator]: () => lines }),
        );
        const applied = await migrate(engine, location.now);
        await analyzeAll(engine.database.owner);
        return { ...counts, applied };
      } catch (error) {
        if (error instanceof QueryError || error instanceof StartFailure) throw error;
        throw asDamaged(error, file);
      } finally {
        await engine.database.close();
      }
    };
  },
};

/** Leaves the tables as the export had them, without rows. @throws StartFailure where that cannot be */
async function prepareTables(engine: Engine, head: ExportHead, now: Date): Promise<void> {
  const { owner } = engine.database;
  const wanted = new Map(head.migrations.map(({ name, checksum }) => [name, checksum]));
  if (await hasMigrations(owner)) {
    if (await hasSite(owner)) throw new StartFailure('The database already has sites: import-all needs an empty one');
    const later = (await findMigrations(owner)).find(({ name }) => !wanted.has(name));
    if (later !== undefined) {
      throw new StartFailure(
        `The export is older than the migration ${later.name}, which the database already has: use a database that has never been opened`,
      );
    }
  }
  await migrate(engine, now, { isWanted: (name) => wanted.has(name) });
  const applied = new Map((await findMigrations(owner)).map(({ name, checksum }) => [name, checksum]));
  for (const [name, checksum] of wanted) {
    if (!applied.has(name))
      throw new StartFailure(`The export is newer than this version: it has the migration ${name}`);
    if (applied.get(name) !== checksum) {
      throw new StartFailure(`The migration ${name} is not the one that the export was made with`);
    }
  }
}

async function readHead(lines: AsyncIterator<string>, file: string): Promise<ExportHead> {
  try {
    const first = await lines.next();
    return exportHead.parse(first.done === true ? null : JSON.parse(first.value));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw asDamaged(error, file);
    throw new StartFailure(`--from ${file} is not an export of this service, or has a different format`);
  }
}

async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  const input = source.pipe(gunzip);
  const failed = new Promise<never>((_resolve, reject) => gunzip.on('error', reject));
  failed.catch(() => undefined);
  const lines = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([lines.next(), failed]);
    if (next.done === true) break;
    yield next.value;
  }
  // An end that came by an error is none: readline ends quietly there.
  if (gunzip.errored !== null) throw gunzip.errored;
}

function asDamaged(error: unknown, file: string): StartFailure {
  return new StartFailure(`--from ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
}

export const migrateCommand: DatabaseCommand = {
  name: 'migrate',
  options: [],
  prepare:
    () =>
    async ({ applied }) => ({ applied }),
};
