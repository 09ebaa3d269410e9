import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { BindColumn } from '#contract/bind-row.ts';
import { bindChannelsBulk } from '#contract/channels.ts';
import { CsvReader, type CsvBreaks, type CsvDialect, type CsvRecord } from '#contract/csv-reader.ts';
import { parseJson } from '#contract/json.ts';
import { readPayload } from '#contract/read-payload.ts';
import { CheckedRows, nextTask } from './checked-rows.ts';
import {
  detectDelimiter,
  detectEncoding,
  findForeignFormat,
  SAMPLE_BYTES,
  toldDelimiter,
  looksLikeData,
  matchCells,
  matchNames,
} from './detect.ts';
import { FileParts } from './file-parts.ts';
import { FileRows } from './file-rows.ts';
import { errorFile, fixedCopy, resultFile, RowOutcomes } from './file-results.ts';
import {
  type Delimiter,
  type Encoding,
  type FileProblem,
  type JobOptions,
  MAX_FILE_BYTES,
  MAX_FILE_ROWS,
  type ReadOptions,
  type FileCalls,
  type FileFacts,
  type FileMethod,
  type FileSource,
  type MapOptions,
  type RowOutcome,
  type RunKind,
  type SourceState,
} from './file-types.ts';

/** What answers the page's calls. */
export type FileHandlers = {
  readonly [Method in FileMethod]: (
    args: FileCalls[Method]['args'],
    job: JobOptions,
  ) => Promise<FileCalls[Method]['result']> | FileCalls[Method]['result'];
};

interface OpenFile {
  readonly source: FileSource;
  readonly loaded: LoadedFile;
  readonly facts: FileFacts;
}

/** One file: what it holds, what was changed in it, and what became of its rows. Runs in the worker. */
export class FileEngine {
  #open: OpenFile | null = null;
  #rows: CheckedRows | null = null;
  #outcomes: RowOutcomes | null = null;
  /** Until the next change. */
  #parts: FileParts | null = null;

  readonly handlers: FileHandlers = {
    open: ([source, how], job) => this.#openFile(source, how, job),
    map: ([mapping, options], job) => this.#map(mapping, options, job),
    rows: ([window]) => this.#checked.window(window),
    change: ([change]) => this.#change((rows) => rows.change(change)),
    setCountry: async ([country], job) => {
      await this.#checked.setCountry(country, job);
      return this.#checked.summary();
    },
    takeBack: () => this.#change((rows) => rows.takeBack()),
    source: () => this.#source(),
    parts: ([kind]) => this.#cut.parts(kind),
    splitPart: ([kind, index]) => this.#cut.split(kind, index),
    partBody: ([kind, index]) => this.#cut.body(kind, index),
    noteAnswer: ([run, text]) => {
      const { rows = [], ...answer } = readPayload(bindChannelsBulk, parseJson(text));
      this.#note(run, rows);
      return answer;
    },
    fixedCopy: () => fixedCopy(this.#sheet),
    resultFile: ([words]) => resultFile(this.#sheet, words),
    errorFile: () => errorFile(this.#sheet),
  };

  get #checked(): CheckedRows {
    return this.#rows ?? notYet();
  }

  get #results(): RowOutcomes {
    return this.#outcomes ?? notYet();
  }

  get #cut(): FileParts {
    this.#parts ??= new FileParts(this.#checked);
    return this.#parts;
  }

  get #sheet() {
    const { facts, loaded } = this.#open ?? notYet();
    const { value: hasHeader } = facts.header;
    const { columns } = facts;
    return { rows: this.#checked, outcomes: this.#results, columns, hasHeader, delimiter: loaded.delimiter };
  }

  async #openFile(source: FileSource, how: ReadOptions, job: JobOptions): Promise<FileCalls['open']['result']> {
    this.#open = null;
    this.#rows = null;
    this.#outcomes = null;
    this.#parts = null;
    const file = 'text' in source && typeof source.text === 'string' ? new Blob([source.text]) : null;
    try {
      const loaded = await loadFile(source instanceof Blob ? source : (file ?? new Blob()), how, job);
      const facts = factsOf(source.name, loaded, how);
      this.#open = { source, loaded, facts };
      return { isOpen: true, facts };
    } catch (error) {
      if (error instanceof FileRefusal) return { isOpen: false, problem: error.problem };
      throw error;
    }
  }

  async #map(mapping: ReadonlyMap<BindColumn, number>, options: MapOptions, job: JobOptions) {
    const { facts, loaded } = this.#open ?? notYet();
    const { channel = null, siteCountry = null, country = siteCountry } = options;
    const columns = facts.columns.length;
    const table = { columns, hasHeader: facts.header.value, mapping, channel, siteCountry, country };
    const rows = new CheckedRows(loaded.rows, table, this.#rows);
    await rows.checkAll(job);
    this.#rows = rows;
    this.#outcomes = new RowOutcomes();
    this.#parts = null;
    return rows.summary();
  }

  #change(make: (rows: CheckedRows) => void) {
    make(this.#checked);
    this.#parts = null;
    this.#results.forgetPreview();
    return this.#checked.summary();
  }

  #note(run: RunKind, outcomes: readonly RowOutcome[]): void {
    for (const outcome of outcomes) {
      const row = this.#checked.rowAt(outcome.line);
      if (row !== null) this.#results.set(run, row, outcome);
    }
  }

  /** The browser refuses to read a file that was changed since it was chosen. */
  async #source(): Promise<SourceState> {
    const { source } = this.#open ?? notYet();
    if (!(source instanceof Blob)) return 'same';
    try {
      await source.slice(0, 1).arrayBuffer();
      return 'same';
    } catch (error) {
      return error instanceof DOMException && error.name === 'NotFoundError' ? 'gone' : 'changed';
    }
  }
}

function factsOf(name: string, loaded: LoadedFile, how: ReadOptions): FileFacts {
  const { rows, sha256, delimiter, encoding, hasMark, breaks, openQuoteLine, bytes } = loaded;
  if (rows.count === 0) throw new FileRefusal({ code: 'empty' });
  const first = rows.read(0);
  if (first.problem !== null) {
    const line = first.problem === 'open_quote' ? (openQuoteLine ?? 1) : rows.lineOf(0);
    throw new FileRefusal({ code: 'bad_header', cause: first.problem, line });
  }
  const isHeaderDetected = how.hasHeader === undefined;
  const hasHeader = how.hasHeader ?? !looksLikeData(first.cells);
  if (hasHeader && rows.count === 1) throw new FileRefusal({ code: 'no_rows', columns: first.cells });
  const columns = hasHeader ? first.cells : first.cells.map((_, index) => `Column ${index + 1}`);
  const firstRow = hasHeader ? rows.read(1).cells : first.cells;
  return {
    name,
    bytes,
    sha256,
    encoding: { value: encoding, isDetected: how.encoding === undefined, hasMark },
    delimiter: { value: delimiter, isDetected: how.delimiter === undefined },
    header: { value: hasHeader, isDetected: isHeaderDetected },
    hasQuotedBreaks: how.hasQuotedBreaks ?? true,
    breaks,
    openQuoteLine,
    columns,
    firstRow,
    rows: rows.count - (hasHeader ? 1 : 0),
    matches: hasHeader ? matchNames(columns) : matchCells(firstRow),
  };
}

/** A call before the one that it needs. */
function notYet(): never {
  throw new Error('No file is open, or its columns are not mapped');
}

export interface LoadedFile {
  readonly rows: FileRows;
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
  const bytes = new Uint8Array(await file.arrayBuffer().catch(refuseChanged));
  if (bytes.length !== file.size) throw new FileRefusal({ code: 'changed' });
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const foreign = findForeignFormat(sample);
  if (foreign !== null) throw new FileRefusal(foreign);
  const detected = detectEncoding(sample);
  const encoding = how.encoding ?? detected.encoding;
  const hasQuotedBreaks = how.hasQuotedBreaks ?? true;
  const beginning = new TextDecoder(encoding).decode(sample);
  const told = toldDelimiter(beginning);
  const delimiter = how.delimiter ?? told ?? detectDelimiter(beginning, hasQuotedBreaks);
  const hasMark = detected.hasMark && encoding === detected.encoding;
  let text = decode(bytes, encoding);
  let read = encoding;
  if (text === null && how.encoding === undefined && encoding === 'utf-8' && !hasMark) {
    read = 'windows-1252';
    text = decode(bytes, read);
  }
  if (text === null) throw new FileRefusal({ code: 'bad_encoding', encoding });
  const parsed = await parse(text, { delimiter, hasQuotedBreaks, hasPreface: told !== null }, job);
  return { ...parsed, bytes: bytes.length, sha256: bytesToHex(sha256(bytes)), encoding: read, hasMark, delimiter };
}

/** Null where the bytes do not fit the encoding. */
function decode(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-16 units that are read between two looks at whether the file is still wanted. */
const PIECE_LENGTH = 1_048_576;

async function parse(
  text: string,
  { hasPreface, ...dialect }: CsvDialect & { readonly hasPreface: boolean },
  { signal, onProgress }: JobOptions,
): Promise<Pick<LoadedFile, 'rows' | 'breaks' | 'openQuoteLine'>> {
  const reader = new CsvReader(dialect);
  const records: CsvRecord[] = [];
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    signal?.throwIfAborted();
    for (const record of reader.push(text.slice(at, at + PIECE_LENGTH))) records.push(record);
    if (records.length > MAX_FILE_ROWS) throw new FileRefusal({ code: 'too_many_rows', limit: MAX_FILE_ROWS });
    onProgress?.(Math.min(1, (at + PIECE_LENGTH) / text.length));
    await nextTask();
  }
  records.push(...reader.end());
  const openQuoteLine = records.at(-1)?.problem === 'open_quote' ? reader.quoteLine : null;
  return { rows: new FileRows(text, hasPreface ? records.slice(1) : records), breaks: reader.breaks, openQuoteLine };
}

/** The browser refuses to read a file that was changed, moved or removed since it was chosen. */
function refuseChanged(): never {
  throw new FileRefusal({ code: 'changed' });
}
