import { CsvReader, type CsvRecord } from '#contract/csv-reader.ts';
import {
  declaredDelimiter,
  detectDelimiter,
  detectEncoding,
  findForeignFormat,
  looksLikeData,
  matchCells,
  matchNames,
  SAMPLE_BYTES,
} from './detect-format.ts';
import {
  type Delimiter,
  type Encoding,
  type FileFacts,
  type FileProblem,
  type FileSource,
  MAX_FILE_BYTES,
  MAX_FILE_ROWS,
  type Progress,
  type ReadOptions,
  type ReadRow,
} from './file-types.ts';

/** The text of a file and its rows, with the header as the first. */
export class FileRows {
  readonly #text: string;
  readonly #records: readonly CsvRecord[];
  #rowsByLine: ReadonlyMap<number, number> | null = null;

  constructor(text: string, records: readonly CsvRecord[]) {
    this.#text = text;
    this.#records = records;
  }

  get count(): number {
    return this.#records.length;
  }

  read(row: number): ReadRow {
    return this.#records[row] ?? { cells: [], problem: null };
  }

  /** The line of the file where a row begins. */
  lineOf(row: number): number {
    return this.#records[row]?.line ?? 0;
  }

  /** The row that begins at a line of the file. */
  rowAt(line: number): number | null {
    this.#rowsByLine ??= new Map(this.#records.map((record, row) => [record.line, row]));
    return this.#rowsByLine.get(line) ?? null;
  }

  /** A row as it is written in the file, without its line break. */
  textOf(row: number): string {
    return this.#text.slice(this.#records[row]?.start, this.#records[row + 1]?.start).replace(/[\r\n]+$/, '');
  }
}

/** The file cannot be read at all. */
export class FileRefusal extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

export interface ReadFile {
  readonly rows: FileRows;
  readonly facts: FileFacts;
}

/** Reads a file from end to end. @throws FileRefusal, or the reason of an aborted signal */
export async function readFile(source: FileSource, how: ReadOptions, progress: Progress): Promise<ReadFile> {
  const loaded = await loadFile(source instanceof Blob ? source : new Blob([source.text]), how, progress);
  return { rows: loaded.rows, facts: factsOf(source.name, loaded, how) };
}

function factsOf(name: string, loaded: LoadedFile, how: ReadOptions): FileFacts {
  const { rows, delimiter, bytes } = loaded;
  if (rows.count === 0) throw new FileRefusal({ code: 'empty' });
  const first = rows.read(0);
  if (first.problem !== null) throw new FileRefusal({ code: 'bad_header', cause: first.problem });
  const hasHeader = how.hasHeader ?? !looksLikeData(first.cells);
  if (hasHeader && rows.count === 1) throw new FileRefusal({ code: 'no_rows' });
  const columns = hasHeader ? first.cells : first.cells.map((_, index) => `Column ${index + 1}`);
  const firstRow = hasHeader ? rows.read(1).cells : first.cells;
  return {
    name,
    bytes,
    delimiter,
    hasHeader,
    columns,
    firstRow,
    rows: rows.count - (hasHeader ? 1 : 0),
    matches: hasHeader ? matchNames(columns) : matchCells(firstRow),
  };
}

interface LoadedFile {
  readonly rows: FileRows;
  readonly bytes: number;
  readonly delimiter: Delimiter;
}

async function loadFile(file: Blob, how: ReadOptions, progress: Progress): Promise<LoadedFile> {
  if (file.size === 0) throw new FileRefusal({ code: 'empty' });
  if (file.size > MAX_FILE_BYTES) throw new FileRefusal({ code: 'too_large', bytes: file.size });
  const bytes = new Uint8Array(await file.arrayBuffer().catch(refuseChanged));
  if (bytes.length !== file.size) throw new FileRefusal({ code: 'changed' });
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const foreign = findForeignFormat(sample);
  if (foreign !== null) throw new FileRefusal(foreign);
  const { encoding, hasMark } = detectEncoding(sample);
  const isLatin = encoding === 'utf-8' && !hasMark;
  const text = decode(bytes, encoding) ?? (isLatin ? decode(bytes, 'windows-1252') : null);
  if (text === null) throw new FileRefusal({ code: 'bad_encoding' });
  const beginning = text.slice(0, SAMPLE_BYTES);
  const declared = declaredDelimiter(beginning);
  const delimiter = how.delimiter ?? declared ?? detectDelimiter(beginning);
  const rows = await parse(text, delimiter, progress);
  return { rows: new FileRows(text, declared === null ? rows : rows.slice(1)), bytes: bytes.length, delimiter };
}

/** Null if the bytes do not fit the encoding. */
function decode(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-16 units that are read before the worker handles messages, such as a cancel. */
const PIECE_LENGTH = 1_048_576;

async function parse(text: string, delimiter: Delimiter, { signal, onProgress }: Progress): Promise<CsvRecord[]> {
  const reader = new CsvReader({ delimiter });
  const records: CsvRecord[] = [];
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    signal?.throwIfAborted();
    for (const record of reader.push(text.slice(at, at + PIECE_LENGTH))) records.push(record);
    if (records.length > MAX_FILE_ROWS) throw new FileRefusal({ code: 'too_many_rows' });
    onProgress?.(Math.min(1, (at + PIECE_LENGTH) / text.length));
    await nextTask();
  }
  return [...records, ...reader.end()];
}

/** Browsers refuse to read a file that was changed, moved or removed after it was chosen. */
function refuseChanged(): never {
  throw new FileRefusal({ code: 'changed' });
}

/** Lets the worker handle messages. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
