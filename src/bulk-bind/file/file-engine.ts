import type { BindColumn } from '#contract/bind-row.ts';
import { bindChannelsBulk } from '#contract/channels.ts';
import { parseJson } from '#contract/json.ts';
import { readPayload } from '#contract/read-payload.ts';
import { CheckedRows } from './checked-rows.ts';
import type {
  CheckSummary,
  FileCalls,
  FileMethod,
  FileSource,
  MapOptions,
  Progress,
  ReadOptions,
  RowOutcome,
} from './file-types.ts';
import { FileRefusal, readFile, type ReadFile } from './read-file.ts';
import { errorFile, resultFile } from './result-files.ts';
import { halvePart, partBody, splitFile } from './split-file.ts';

/** Answers the page's calls. */
export type FileHandlers = {
  readonly [Method in FileMethod]: (
    args: FileCalls[Method]['args'],
    progress: Progress,
  ) => Promise<FileCalls[Method]['result']> | FileCalls[Method]['result'];
};

/** One file with its changes and the outcomes of its rows. Runs in the worker. */
export class FileEngine {
  #open: ReadFile | null = null;
  #rows: CheckedRows | null = null;
  /** Outcomes of the rows of the last import. */
  #outcomes = new Map<number, RowOutcome>();

  readonly handlers: FileHandlers = {
    open: ([source, how], progress) => this.#openFile(source, how, progress),
    map: ([mapping, options], progress) => this.#map(mapping, options, progress),
    rows: ([window]) => this.#checked.window(window),
    change: ([change]) => {
      this.#checked.change(change);
      return this.#checked.summary();
    },
    countReplaced: ([replacement], progress) => this.#checked.countReplaced(replacement, progress),
    parts: ([kind]) => {
      if (kind === 'run') this.#outcomes = new Map();
      return splitFile(this.#checked, kind);
    },
    halvePart: ([part]) => halvePart(this.#checked, part),
    partBody: ([part]) => partBody(this.#checked, part),
    noteAnswer: ([text]) => {
      const { rows = [], ...answer } = readPayload(bindChannelsBulk, parseJson(text));
      for (const outcome of rows) {
        const row = this.#checked.rowAt(outcome.line);
        if (row !== null) this.#outcomes.set(row, outcome);
      }
      return answer;
    },
    resultFile: ([words]) => resultFile(this.#sheet, words),
    errorFile: () => errorFile(this.#sheet),
  };

  get #file(): ReadFile {
    return this.#open ?? notReady();
  }

  get #checked(): CheckedRows {
    return this.#rows ?? notReady();
  }

  get #sheet() {
    const { columns, hasHeader, delimiter } = this.#file.facts;
    return { rows: this.#checked, outcomes: this.#outcomes, columns, hasHeader, delimiter };
  }

  async #openFile(source: FileSource, how: ReadOptions, progress: Progress): Promise<FileCalls['open']['result']> {
    this.#open = null;
    this.#rows = null;
    try {
      this.#open = await readFile(source, how, progress);
      return { isOpen: true, facts: this.#open.facts };
    } catch (error) {
      if (error instanceof FileRefusal) return { isOpen: false, problem: error.problem };
      throw error;
    }
  }

  async #map(mapping: ReadonlyMap<BindColumn, number>, options: MapOptions, progress: Progress): Promise<CheckSummary> {
    const { facts, rows: fileRows } = this.#file;
    const { channel = null, siteCountry = null, country = siteCountry } = options;
    const table = { columns: facts.columns.length, hasHeader: facts.hasHeader, mapping, channel, siteCountry, country };
    const rows = new CheckedRows(fileRows, table, this.#rows);
    await rows.checkAll(progress);
    this.#rows = rows;
    return rows.summary();
  }
}

function notReady(): never {
  throw new Error('No file is open, or its columns are not mapped');
}
