import type { BindColumn } from '#contract/bind-row.ts';
import { bindChannelsBulk } from '#contract/channels.ts';
import { parseJson } from '#contract/json.ts';
import { readPayload } from '#contract/read-payload.ts';
import { CheckedRows } from './checked-rows.ts';
import { looksLikeData, matchCells, matchNames } from './detect.ts';
import { FileParts } from './file-parts.ts';
import { errorFile, fixedCopy, resultFile, RowOutcomes } from './file-results.ts';
import type {
  FileCalls,
  FileFacts,
  FileMethod,
  FileSource,
  JobOptions,
  MapOptions,
  ReadOptions,
  RowOutcome,
  RunKind,
  SourceState,
} from './file-types.ts';
import { FileRefusal, loadFile, type LoadedFile } from './load-file.ts';

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
    undo: () => this.#change((rows) => rows.undo()),
    redo: () => this.#change((rows) => rows.redo()),
    changes: () => this.#checked.changes,
    source: () => this.#source(),
    parts: ([kind]) => this.#cut.parts(kind),
    splitPart: ([kind, index]) => this.#cut.split(kind, index),
    partBody: ([kind, index]) => this.#cut.body(kind, index),
    note: ([run, outcomes]) => this.#note(run, outcomes),
    noteAnswer: ([run, text]) => {
      const { rows = [], ...answer } = readPayload(bindChannelsBulk, parseJson(text));
      this.#note(run, rows);
      return answer;
    },
    lineOf: ([sentLine]) => {
      const row = this.#cut.rowAt(sentLine);
      return row === null ? null : this.#checked.lineOf(row);
    },
    compare: () => this.#results.compare((row) => this.#checked.lineOf(row)),
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
    const changes = options.changes ?? this.#rows?.changes ?? [];
    const columns = facts.columns.length;
    const table = { columns, hasHeader: facts.header.value, mapping, channel, siteCountry, country };
    const rows = new CheckedRows(loaded.rows, table);
    await rows.checkAll(job);
    for (const change of changes) rows.change(change);
    this.#rows = rows;
    this.#outcomes = new RowOutcomes(rows.count);
    this.#parts = null;
    return rows.summary();
  }

  #change(make: (rows: CheckedRows) => void) {
    make(this.#checked);
    this.#parts = null;
    this.#results.forgetPreview();
    return this.#checked.summary();
  }

  #note(run: RunKind, outcomes: readonly RowOutcome[]): null {
    for (const outcome of outcomes) {
      const row = this.#cut.rowAt(outcome.line);
      if (row !== null) this.#results.set(run, row, outcome);
    }
    return null;
  }

  /** The browser refuses to read a file on that was changed since it was chosen. */
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
