import { validateBindRow, readBindHeader, type BindHeader } from '#contract/bind-row.ts';
import type { Country } from '#contract/dialling.ts';
import { CsvReader, type CsvRecord } from '#contract/csv-reader.ts';
import { ApiError } from '#server/operation/api-error.ts';
import type { Upload } from '#server/operation/call.ts';
import { withKeys, type ChunkRow } from './bind-plan.ts';
import type { ChunkLength } from './chunk-length.ts';

/** Reads the header and checks that rows follow. @throws ApiError empty_body, bad_header, no_rows */
export async function readHeader(upload: Pick<Upload, 'chunks'>): Promise<BindHeader> {
  let header: BindHeader | null = null;
  for await (const records of readRecords(upload)) {
    for (const record of records) {
      if (header !== null) return header;
      const read = readBindHeader(record);
      if (typeof read === 'string') throw new ApiError('bad_header', read);
      header = read;
    }
  }
  if (header === null) throw new ApiError('empty_body', 'The body is empty: send CSV with a header');
  throw new ApiError('no_rows', 'The file has a header and no rows');
}

export interface ReadingOptions {
  readonly length: ChunkLength;
  readonly country: Country | null;
  /** Lines of the whole file before the rows of this part. */
  readonly lineOffset?: number;
}

/** The validated rows after the header, in chunks. `length` is read again for each chunk. */
export async function* validateRows(
  upload: Pick<Upload, 'chunks'>,
  header: BindHeader,
  { length, country, lineOffset = 0 }: ReadingOptions,
): AsyncGenerator<ChunkRow[]> {
  let chunk: ChunkRow[] = [];
  let isHeader = true;
  for await (const records of readRecords(upload)) {
    for (const record of records) {
      if (isHeader) {
        isHeader = false;
        continue;
      }
      const validated = validateBindRow(header, record);
      const line = validated.line + lineOffset;
      chunk.push('outcome' in validated ? { ...validated, line } : withKeys(validated, country, line));
      if (chunk.length < length.rows) continue;
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

async function* readRecords(upload: Pick<Upload, 'chunks'>): AsyncGenerator<CsvRecord[]> {
  const reader = new CsvReader();
  for await (const piece of upload.chunks()) yield reader.push(piece);
  yield reader.end();
}
