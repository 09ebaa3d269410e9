import * as z from 'zod/mini';
import type { Db } from '#server/db/db.ts';
import { StartFailure, QueryError } from '#server/db/errors.ts';
import {
  createOldSequences,
  findTables,
  insertRows,
  setSequence,
  switchTriggers,
  type Column,
  type Table,
} from './dump.sql.ts';
import { backupEnd, backupRow, backupTable, type BackupEnd } from './backup-format.ts';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

const MAX_ROWS = 500;
const MAX_TEXT = 4_000_000;

interface Target {
  readonly name: string;
  readonly columns: readonly Column[];
}

/**
 * Stores the lines that `readBackup` or `readSite` wrote after the first one, with all ids and digits. Call it inside a
 * transaction, as it disables the triggers of the tables and blocks other writes.
 * @param setSequences Makes ids continue where they were.
 * @throws StartFailure
 */
export async function loadBackup(
  db: Db,
  lines: AsyncIterable<string>,
  setSequences: (db: Db, sequences: BackupEnd['sequences']) => Promise<void>,
): Promise<{ readonly tables: number; readonly rows: number }> {
  const tables = new Map((await findTables(db)).map((table) => [table.name, table]));
  for (const { name } of tables.values()) await switchTriggers(db, name, 'disable');
  const loader = new Loader(db, tables);
  let end: BackupEnd | null = null;
  for await (const text of lines) {
    if (end !== null) throw new StartFailure('The backup has lines after its end');
    const value = readLine(text);
    if (Array.isArray(value)) await loader.row(z.parse(backupRow, value));
    else if ('table' in value) await loader.begin(z.parse(backupTable, value));
    else end = z.parse(backupEnd, value);
  }
  await loader.flush();
  if (end === null || end.rows !== loader.rows || end.tables !== loader.tables) {
    throw new StartFailure('The backup is incomplete: it ends too early');
  }
  await setSequences(db, end.sequences);
  for (const { name } of tables.values()) await switchTriggers(db, name, 'enable');
  return { tables: loader.tables, rows: loader.rows };
}

/** The database must have no sites yet. */
export async function restoreSequences(db: Db, sequences: BackupEnd['sequences']): Promise<void> {
  await createOldSequences(db);
  for (const sequence of sequences) if (sequence.last !== null) await setSequence(db, sequence);
}

class Loader {
  tables = 0;
  rows = 0;
  readonly #db: Db;
  readonly #known: ReadonlyMap<string, Table>;
  #target: Target | null = null;
  #waiting: (string | null)[][] = [];
  #text = 0;

  constructor(db: Db, known: ReadonlyMap<string, Table>) {
    this.#db = db;
    this.#known = known;
  }

  async begin({ table, columns }: z.output<typeof backupTable>): Promise<void> {
    await this.flush();
    const known = this.#known.get(table);
    if (known === undefined) throw new StartFailure(`The backup has a table ${table}, which is unknown here`);
    const found = columns.map((name) => {
      const column = known.columns.find((one) => one.name === name);
      if (column === undefined)
        throw new StartFailure(`The backup has a column ${name} of ${table}, which is unknown here`);
      return column;
    });
    this.#target = { name: table, columns: found };
    this.tables += 1;
  }

  async row(cells: (string | null)[]): Promise<void> {
    if (this.#target === null || cells.length !== this.#target.columns.length) {
      throw new StartFailure('The backup has a row that belongs to no table');
    }
    this.#waiting.push(cells);
    this.#text += cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
    this.rows += 1;
    if (this.#waiting.length >= MAX_ROWS || this.#text >= MAX_TEXT) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#target !== null && this.#waiting.length > 0) {
      await insertRows(this.#db, this.#target.name, this.#target.columns, this.#waiting);
    }
    this.#waiting = [];
    this.#text = 0;
  }
}

function readLine(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Reported below.
  }
  throw new StartFailure('The backup is damaged: one of its lines is not JSON');
}

/** A compressed file that `--from` names, read line by line. */
interface BackupLines {
  /**
   * Reads the first line.
   * @param what Completes the message "is not …".
   * @throws StartFailure
   */
  readHead<Head>(schema: z.ZodMiniType<Head>, what: string): Promise<Head>;
  /** The other lines. */
  readonly rest: AsyncIterable<string>;
  /** The error to report: refusals are kept; any other error means that the file cannot be read. */
  toFailure(error: unknown): Error;
}

export function openLines(file: string): BackupLines {
  const lines = readLines(file)[Symbol.asyncIterator]();
  const damaged = (error: unknown) =>
    new StartFailure(`--from ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  return {
    async readHead(schema, what) {
      try {
        const first = await lines.next();
        return schema.parse(first.done === true ? null : JSON.parse(first.value));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw damaged(error);
        throw new StartFailure(`--from ${file} is not ${what}, or has a different format`);
      }
    },
    rest: { [Symbol.asyncIterator]: () => lines },
    toFailure: (error) => (error instanceof QueryError || error instanceof StartFailure ? error : damaged(error)),
  };
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
  // readline ends without an error if its input fails.
  if (gunzip.errored !== null) throw gunzip.errored;
}
