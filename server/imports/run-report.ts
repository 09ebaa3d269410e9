import { open, type FileHandle } from 'node:fs/promises';
import { csvLine } from '#contract/csv.ts';
import { StartFailure } from '#server/db/errors.ts';

/** A row that was not stored. */
export interface LeftOutRow {
  readonly kind: string;
  /** Where it is, such as `line 12`. */
  readonly place: string;
  readonly externalId: string | null;
  readonly outcome: 'skipped' | 'failed';
  readonly code: string | null;
  readonly message: string;
}

const HEADER = csvLine(['run', 'kind', 'place', 'external_id', 'outcome', 'code', 'message']);

/**
 * A CSV file of every row that a run left out, and why. The report of an earlier run is replaced, so that a command that
 * was cut off can be repeated as it is; any other file stays. Only its owner can read it.
 */
export class RunReport {
  readonly #handle: FileHandle;
  readonly #run: string;

  private constructor(handle: FileHandle, run: string) {
    this.#handle = handle;
    this.#run = run;
  }

  /** @param run The name of the run, in the first column. @throws StartFailure */
  static async open(file: string, run: string): Promise<RunReport> {
    try {
      const handle = await open(file, 'a+', 0o600);
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0);
      if (bytesRead > 0 && buffer.toString('utf8', 0, bytesRead) !== HEADER) {
        await handle.close();
        throw new StartFailure(`--report ${file} already exists and is not the report of an import`);
      }
      await handle.truncate(0);
      await handle.appendFile(HEADER);
      return new RunReport(handle, run);
    } catch (error) {
      if (error instanceof StartFailure) throw error;
      throw new StartFailure(
        `--report ${file} cannot be written: ${error instanceof Error ? error.message : 'unknown'}`,
      );
    }
  }

  async add(rows: readonly LeftOutRow[]): Promise<void> {
    if (rows.length === 0) return;
    const lines = rows.map(({ kind, place, externalId, outcome, code, message }) =>
      csvLine([this.#run, kind, place, externalId, outcome, code, message]),
    );
    await this.#handle.appendFile(lines.join(''));
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
