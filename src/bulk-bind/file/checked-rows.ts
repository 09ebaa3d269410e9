import { BIND_COLUMNS, type BindColumn, type BindHeader } from '#contract/bind-row.ts';
import type { Channel } from '#contract/customers.ts';
import type { Country } from '#contract/dialling.ts';
import type { RowView } from '#src/bulk-bind/search.ts';
import {
  type Change,
  type CheckedRow,
  type CheckSummary,
  type JobOptions,
  type ProblemKind,
  type RuleId,
  type RowWindow,
} from './file-types.ts';
import type { FileRows, ReadRow } from './file-rows.ts';
import { countRows, editOf, isSkipping, type Rewrite, rowsOfRule, ruleOf } from './row-changes.ts';
import { RowChecks } from './row-checks.ts';
import { AMBER, bitOf, type CheckContext, KINDS, problemsOf, RED } from './row-problems.ts';
import { synonymAt } from './rules.ts';

/** Rows between two looks at whether the work is still wanted. */
const SLICE = 8_192;
const UNREADABLE = bitOf('nul') | bitOf('too_long') | bitOf('open_quote') | bitOf('too_many_cells');
/** A service that does not know our rule would bind a damaged number, so the browser sends none. */
const UNSENDABLE = UNREADABLE | bitOf('damaged_number');
interface Table {
  readonly columns: number;
  readonly hasHeader: boolean;
  readonly mapping: ReadonlyMap<BindColumn, number>;
  /** Of all rows, where no column has it. */
  readonly channel: Channel | null;
  readonly country: Country | null;
  readonly siteCountry: Country | null;
}

/** New cells of a row. */
interface Edit {
  /** In the order of the file. */
  readonly cells: readonly string[];
  /** In place of the channel of all rows. */
  readonly channel: string | null;
}

/** The rows of a file under a header: as they were changed, and what is wrong with them. */
export class CheckedRows {
  readonly #file: FileRows;
  readonly #table: Table;
  readonly #checks: RowChecks;
  readonly #edits = new Map<number, Edit>();
  #context: CheckContext;
  /** Takes the last change of many rows back. */
  #takeBack: (() => void) | null = null;
  #isCompared = false;
  #listed: { readonly key: string; readonly rows: readonly number[] } | null = null;
  /** The place of the first row behind the header. */
  readonly #first: number;
  readonly count: number;

  /** @param before the same rows under other columns, whose changes are kept */
  constructor(file: FileRows, table: Table, before: CheckedRows | null = null) {
    this.#file = file;
    this.#table = table;
    const { columns, mapping, channel, country, siteCountry } = table;
    // A channel of all rows is one more column behind the others.
    const hasOwn = mapping.has('channel') || channel === null;
    const indexes = hasOwn ? mapping : new Map([...mapping, ['channel', columns] as const]);
    const header: BindHeader = { indexes, width: hasOwn ? columns : columns + 1 };
    this.#context = { header, country, siteCountry };
    this.#first = table.hasHeader ? 1 : 0;
    this.count = file.count - this.#first;
    this.#checks = new RowChecks(this.count);
    if (before === null) return;
    this.#edits = new Map(before.#edits);
    for (let row = 0; row < this.count; row += 1) this.#checks.setSkipped(row, before.isSkipped(row));
  }

  get header(): BindHeader {
    return this.#context.header;
  }

  /** @throws what the signal was aborted with */
  async checkAll({ signal, onProgress }: JobOptions): Promise<void> {
    for (let from = 0; from < this.count; from += SLICE) {
      const to = Math.min(from + SLICE, this.count);
      for (let row = from; row < to; row += 1) this.#check(row);
      onProgress?.(to / this.count);
      await nextTask();
      signal?.throwIfAborted();
    }
    this.#forget();
  }

  async setCountry(country: Country | null, job: JobOptions): Promise<void> {
    this.#context = { ...this.#context, country };
    await this.checkAll(job);
  }

  /** A row as it is now, with the channel of all rows. One that cannot be read has no cells. */
  read(row: number): ReadRow {
    const read = this.#original(row);
    if (read.problem !== null) return read;
    const edit = this.#edits.get(row);
    return edit === undefined ? read : { cells: this.#withChannel(edit.cells, edit.channel), problem: null };
  }

  /** The cells under the columns of the file, as they are now; null for a row that cannot be read. */
  fileCells(row: number): readonly string[] | null {
    const { cells, problem } = this.#file.read(row + this.#first);
    return problem === null ? (this.#edits.get(row)?.cells ?? cells) : null;
  }

  /** Its text in the file, also of a row that cannot be read. */
  textOf(row: number): string {
    return this.#file.textOf(row + this.#first);
  }

  lineOf(row: number): number {
    return this.#file.lineOf(row + this.#first);
  }

  /** The row that begins at a line of the file. */
  rowAt(line: number): number | null {
    const row = this.#file.rowAt(line);
    return row === null || row < this.#first ? null : row - this.#first;
  }

  #original(row: number): ReadRow {
    const { cells, problem } = this.#file.read(row + this.#first);
    return { cells: problem === null ? this.#withChannel(cells, null) : cells, problem };
  }

  /** Cells of the file with the channel of all rows behind its last column. */
  #withChannel(cells: readonly string[], own: string | null): readonly string[] {
    const { columns, channel } = this.#table;
    if (this.header.width === columns || channel === null) return cells;
    const missing = Array.from({ length: Math.max(0, columns - cells.length) }, () => '');
    return [...cells.slice(0, columns), ...missing, own ?? channel, ...cells.slice(columns)];
  }

  #write(row: number, rewrite: Rewrite): void {
    const { columns, channel } = this.#table;
    const changed = rewrite(this.read(row).cells);
    const hasChannel = this.header.width > columns;
    const cells = hasChannel ? [...changed.slice(0, columns), ...changed.slice(columns + 1)] : changed;
    const own = hasChannel && changed[columns] !== channel ? (changed[columns] ?? null) : null;
    const isOriginal = own === null && isSame(cells, this.#file.read(row + this.#first).cells, columns);
    if (isOriginal) this.#edits.delete(row);
    else this.#edits.set(row, { cells, channel: own });
    this.#check(row);
  }

  #check(row: number): void {
    this.#checks.check(row, this.read(row), this.#context);
  }

  /** Whether a row has a place in what is sent: it is not skipped, its cells are those of the columns and no number in them is damaged. */
  isSent(row: number): boolean {
    return !this.#checks.isSkipped(row) && (this.#flagsOf(row) & UNSENDABLE) === 0;
  }

  isSkipped(row: number): boolean {
    return this.#checks.isSkipped(row);
  }

  isUnreadable(row: number): boolean {
    return (this.#flagsOf(row) & UNREADABLE) !== 0;
  }

  isDamaged(row: number): boolean {
    return (this.#flagsOf(row) & bitOf('damaged_number')) !== 0;
  }

  /** What was found, with what rows make of each other. */
  get #found(): RowChecks {
    if (!this.#isCompared) this.#checks.compare();
    this.#isCompared = true;
    return this.#checks;
  }

  #flagsOf(row: number): number {
    return this.#found.rows[row]?.flags ?? 0;
  }

  #forget(): void {
    this.#isCompared = false;
    this.#listed = null;
  }

  change(change: Change): void {
    this.#takeBack = null;
    switch (change.do) {
      case 'edit': {
        const index = this.header.indexes.get(change.column);
        if (index === undefined || this.#original(change.row).problem !== null) return;
        // A cell that is typed has one line: the lines of the file stay what they are.
        this.#write(change.row, editOf(index, change.text.toWellFormed().replace(/[\0\r\n]/g, '')));
        break;
      }
      case 'skip':
      case 'take':
        for (const row of change.rows) this.#checks.setSkipped(row, change.do === 'skip');
        break;
      case 'skip_refused':
        this.#skip(this.#found.rowsWith(RED));
        break;
      case 'rule':
        this.#applyRule(change.rule, change.country);
        break;
    }
    this.#forget();
  }

  #skip(rows: readonly number[]): void {
    for (const row of rows) this.#checks.setSkipped(row, true);
    if (rows.length === 0) return;
    this.#takeBack = () => {
      for (const row of rows) this.#checks.setSkipped(row, false);
    };
  }

  #applyRule(rule: RuleId, country: Country | null): void {
    const found = this.#found;
    const rows = rowsOfRule(rule, found);
    if (isSkipping(rule)) return this.#skip(rows);
    const before = rows.map((row) => [row, this.#edits.get(row)] as const);
    const rewrite = ruleOf(rule, this.header, { country, idsHavePlus: found.idsHavePlus });
    for (const row of rows) this.#write(row, rewrite);
    if (rows.length === 0) return;
    this.#takeBack = () => {
      for (const [row, edit] of before) {
        if (edit === undefined) this.#edits.delete(row);
        else this.#edits.set(row, edit);
        this.#check(row);
      }
    };
  }

  /** Takes the last change back, if it was one of many rows. */
  takeBack(): void {
    this.#takeBack?.();
    this.#takeBack = null;
    this.#forget();
  }

  summary(): CheckSummary {
    const problems = new Map<ProblemKind, number>();
    const kinds = KINDS.map((kind) => ({ kind, bit: bitOf(kind), rows: 0 }));
    const synonyms = new Map<number, number>();
    const counts = { toFix: 0, doubtful: 0, fixed: 0, skipped: 0, sent: 0 };
    for (let row = 0; row < this.count; row += 1) {
      const flags = this.#flagsOf(row);
      if (this.#edits.has(row)) counts.fixed += 1;
      if (this.isSkipped(row)) {
        counts.skipped += 1;
        continue;
      }
      if ((flags & UNSENDABLE) === 0) counts.sent += 1;
      if ((flags & RED) !== 0) counts.toFix += 1;
      else if ((flags & AMBER) !== 0) counts.doubtful += 1;
      if ((flags & (RED | AMBER)) === 0) continue;
      for (const kind of kinds) if ((flags & kind.bit) !== 0) kind.rows += 1;
      const synonym = this.#checks.rows[row]?.synonym ?? 0;
      if (synonym > 0) synonyms.set(synonym, (synonyms.get(synonym) ?? 0) + 1);
    }
    for (const { kind, rows } of kinds) if (rows > 0) problems.set(kind, rows);
    const channels = [...synonyms].map(([synonym, rows]) => {
      const [from, to] = synonymAt(synonym) ?? ['', ''];
      return { id: `channel:${from}` as const, rows, from, to };
    });
    const rules = [...countRows(this.#found)].map(([id, rows]) => ({ id, rows, from: null, to: null }));
    return {
      rows: this.count,
      problems,
      ...counts,
      ready: this.count - counts.skipped - counts.toFix,
      rules: [...channels, ...rules].filter(({ rows }) => rows > 0),
      canTakeBack: this.#takeBack !== null,
    };
  }

  window({ view, problem, from, to }: RowWindow): { readonly rows: readonly CheckedRow[]; readonly total: number } {
    const key = `${view} ${problem ?? ''}`;
    if (this.#listed?.key !== key) {
      const bits = problem === undefined ? 0 : bitOf(problem);
      const rows: number[] = [];
      for (let row = 0; row < this.count; row += 1) {
        const fits = bits === 0 || (this.#flagsOf(row) & bits) !== 0;
        if (fits && this.#isIn(view, row)) rows.push(row);
      }
      this.#listed = { key, rows };
    }
    const { rows } = this.#listed;
    return { rows: rows.slice(from, to).map((row) => this.#checkedRow(row)), total: rows.length };
  }

  #isIn(view: RowView, row: number): boolean {
    if (view === 'all') return true;
    if (view === 'fixed') return this.#edits.has(row);
    return view === 'skipped'
      ? this.isSkipped(row)
      : !this.isSkipped(row) && (this.#flagsOf(row) & (RED | AMBER)) !== 0;
  }

  #checkedRow(row: number): CheckedRow {
    const before = this.#original(row);
    const { cells: now, problem } = this.read(row);
    const other = this.#checks.rows[row]?.other ?? null;
    const cellOf = (column: BindColumn): string | null => {
      const index = this.header.indexes.get(column);
      return index === undefined ? null : (now[index] ?? '');
    };
    const among = { flags: this.#flagsOf(row), otherLine: other === null ? null : this.lineOf(other) };
    return {
      index: row,
      line: this.lineOf(row),
      cells: {
        channel: cellOf('channel'),
        external_user_id: cellOf('external_user_id'),
        email: cellOf('email'),
        display_handle: cellOf('display_handle'),
        phone: cellOf('phone'),
      },
      edited: BIND_COLUMNS.filter((column) => {
        const index = this.header.indexes.get(column) ?? -1;
        return (now[index] ?? '') !== (before.cells[index] ?? '');
      }),
      isSkipped: this.isSkipped(row),
      problems: problemsOf({ cells: now, problem }, this.#context, among),
    };
  }
}

/** Whether cells are those of a row of the file, where cells that are missing are empty. */
function isSame(cells: readonly string[], file: readonly string[], columns: number): boolean {
  const hasSameEnd = cells.length === file.length || (cells.length <= columns && file.length <= columns);
  return (
    hasSameEnd && Array.from({ length: columns }, (_, at) => at).every((at) => (cells[at] ?? '') === (file[at] ?? ''))
  );
}

/** Lets messages to the worker be heard. */
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
