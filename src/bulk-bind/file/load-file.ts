import { sha256 as startHash } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { CsvReader, type CsvBreaks, type CsvDialect, type CsvRecord } from '#contract/csv-reader.ts';
import { detectDelimiter, detectEncoding, findForeignFormat, SAMPLE_BYTES, toldDelimiter } from './detect.ts';
import {
  type Delimiter,
  type Encoding,
  type FileProblem,
  type JobOptions,
  MAX_FILE_BYTES,
  MAX_FILE_ROWS,
  type ReadOptions,
} from './file-types.ts';
import { RowStore } from './row-store.ts';

export interface LoadedFile {
  readonly rows: RowStore;
  readonly bytes: number;
  readonly sha256: string;
  readonly encoding: Encoding;
  readonly hasMark: boolean;
  readonly delimiter: Delimiter;
  readonly breaks: CsvBreaks;
  readonly openQuoteLine: number | null;
}

/** Ends the reading of a file that cannot be read. */
export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Reads a file once from end to end. @throws FileRefusal, and what the signal was aborted with. */
export async function loadFile(file: Blob, how: ReadOptions, job: JobOptions): Promise<LoadedFile> {
  if (file.size === 0) throw new FileRefusal({ code: 'empty' });
  if (file.size > MAX_FILE_BYTES) {
    throw new FileRefusal({ code: 'too_large', bytes: file.size, limit: MAX_FILE_BYTES });
  }
  const sample = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer().catch(refuseChanged));
  const foreign = findForeignFormat(sample);
  if (foreign !== null) throw new FileRefusal(foreign);
  const detected = detectEncoding(sample);
  const encoding = how.encoding ?? detected.encoding;
  const hasQuotedBreaks = how.hasQuotedBreaks ?? true;
  const text = new TextDecoder(encoding).decode(sample);
  const told = toldDelimiter(text);
  const delimiter = how.delimiter ?? told ?? detectDelimiter(text, hasQuotedBreaks);
  const read = (as: Encoding) => readAs(file, as, { delimiter, hasQuotedBreaks, hasPreface: told !== null }, job);
  const hasMark = detected.hasMark && encoding === detected.encoding;
  try {
    return { ...(await read(encoding)), encoding, hasMark, delimiter };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    if (how.encoding !== undefined || encoding !== 'utf-8' || hasMark) {
      throw new FileRefusal({ code: 'bad_encoding', encoding });
    }
    return { ...(await read('windows-1252')), encoding: 'windows-1252', hasMark: false, delimiter };
  }
}

/** The bytes do not fit the encoding. */
class Malformed extends Error {}

type ReadFile = Pick<LoadedFile, 'rows' | 'bytes' | 'sha256' | 'breaks' | 'openQuoteLine'>;

async function readAs(
  file: Blob,
  encoding: Encoding,
  { hasPreface, ...dialect }: CsvDialect & { readonly hasPreface: boolean },
  { signal, onProgress }: JobOptions,
): Promise<ReadFile> {
  const reader = new CsvReader(dialect);
  const rows = new RowStore(dialect, encoding === 'utf-8' ? file.size : file.size + file.size / 2);
  // The browser's own is ten times as fast, but wants all bytes at once, and is absent on plain http with a host name.
  const hash = encoding === 'utf-8' && 'subtle' in crypto ? null : startHash.create();
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const decode = (piece?: Uint8Array): string => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch {
      throw new Malformed();
    }
  };
  let openQuoteLine: number | null = null;
  let isPreface = hasPreface;
  const index = (records: readonly CsvRecord[]): void => {
    for (const record of records) {
      if (!isPreface) rows.add(record);
      isPreface = false;
      if (record.problem === 'open_quote') openQuoteLine = reader.quoteLine;
    }
    if (rows.count > MAX_FILE_ROWS) throw new FileRefusal({ code: 'too_many_rows', limit: MAX_FILE_ROWS });
  };
  let bytes = 0;
  for await (const piece of piecesOf(file)) {
    signal?.throwIfAborted();
    bytes += piece.length;
    hash?.update(piece);
    const text = decode(piece);
    if (encoding === 'utf-8') rows.keepBytes(piece);
    else rows.keepText(text);
    index(reader.push(text));
    onProgress?.(bytes / file.size);
  }
  if (bytes !== file.size) throw new FileRefusal({ code: 'changed' });
  const rest = decode();
  if (encoding !== 'utf-8') rows.keepText(rest);
  index([...reader.push(rest), ...reader.end()]);
  const sha256 = bytesToHex(hash?.digest() ?? new Uint8Array(await crypto.subtle.digest('SHA-256', rows.bytes)));
  return { rows, bytes, sha256, breaks: reader.breaks, openQuoteLine };
}

async function* piecesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(refuseChanged);
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

/** The browser does not read a file on that was changed, moved or removed since it was chosen. */
function refuseChanged(): never {
  throw new FileRefusal({ code: 'changed' });
}
