import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type * as z from 'zod/mini';
import { QueryError, StartFailure } from '#server/db/errors.ts';

/** A compressed file that `--from` names, read line by line. */
interface BackupLines {
  /** Reads the first line. @param what Completes "is not …". @throws StartFailure */
  readHead<Head>(schema: z.ZodMiniType<Head>, what: string): Promise<Head>;
  /** The other lines. */
  readonly rest: AsyncIterable<string>;
  /** The error to report: refusals stay as they are, everything else is a file that cannot be read. */
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
  // readline ends quietly after an error of its input.
  if (gunzip.errored !== null) throw gunzip.errored;
}
