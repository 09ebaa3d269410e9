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
import {
  countRows,
  editOf,
  isSkipping,
  type Rewrite,
  RowChanges,
  rowsOfRule,
  rowsWith,
  ruleOf,
} from './row-changes.ts';
import { RowChecks } from './row-checks.ts';
import { AMBER, bitOf, type CheckContext, KINDS, problemsOf, RED } from './row-problems.ts';
import type { ReadRow, RowStore } from './row-store.ts';
import { synonymAt } from './rules.ts';

/** Rows between two looks at whether the work is still wanted. */
const SLICE = 8_192;
const UNREADABLE = bitOf('nul') | bitOf('too_long') | bitOf('open_quote') | bitOf('too_many_cells');
/** A service that does not know our rule would bind a damaged number, so the browser sends none. */
const UNSENDABLE = UNREADABLE | bitOf('damaged_number');
/** A change, and the rows that it was made to. */
interface Made {
  readonly change: Change;
  readonly rows: Uint32Array;
  /** New cells, or whether the rows are skipped now. */
  readonly effect: Rewrite | boolean;
}

interface Table {
  readonly columns: number;
  readonly hasHeader: boolean;
  readonly mapping: ReadonlyMap<BindColumn, number>;
  /** Of all rows, where no column has it. */
  readonly channel: Channel | null;
  readonly country: Country | null;
  readonly siteCountry: Country | null;
}

/** The rows of a file under a header: as they were changed, and what is wrong with them. */
export class CheckedRows {
  readonly #store: RowStore;
  readonly #table: Table;
  readonly #checks: RowChecks;
  readonly #changes: RowChanges;
  #context: CheckContext;
  #made: Made[] = [];
  #canTakeBack = false;
  #isCompared = false;
  #listed: { readonly key: string; readonly rows: readonly number[] } | null = null;
  /** Where the rows begin in the store. */
  readonly #first: number;
  readonly count: number;

  constructor(store: RowStore, table: Table) {
    this.#store = store;
    this.#table = table;
    const { columns, mapping, channel, country, siteCountry } = table;
    // A channel of all rows is one more column behind the others.
    const hasOwn = mapping.has('channel') || channel === null;
    const indexes = hasOwn ? mapping : new Map([...mapping, ['channel', columns] as const]);
    const header: BindHeader = { indexes, width: hasOwn ? columns : columns + 1 };
    this.#context = { header, country, siteCountry };
    this.#first = table.hasHeader ? 1 : 0;
    this.count = store.count - this.#first;
    this.#checks = new RowChecks(this.count);
    this.#changes = new RowChanges(this.count);
  }

  get header(): BindHeader {
    return this.#context.header;
  }

  /** What was done, in order. */
  get changes(): readonly Change[] {
    return this.#made.map(({ change }) => change);
  }

  /** @throws what the signal was aborted with */
  async checkAll({ signal, onProgress }: JobOptions): Promise<void> {
    for (let from = 0; from < this.count; from += SLICE) {
      let row = from;
      for (const record of this.read(from, Math.min(from + SLICE, this.count))) {
        this.#checks.check(row, record, this.#context);
        row += 1;
      }
      onProgress?.(row / this.count);
      await nextTask();
      signal?.throwIfAborted();
    }
    this.#forget();
  }

  async setCountry(country: Country | null, job: JobOptions): Promise<void> {
    this.#context = { ...this.#context, country };
    await this.checkAll(job);
  }

  /** Rows as they are now, one after another. Those that cannot be read have no cells. */
  *read(from: number, to: number): Generator<ReadRow> {
    let row = from;
    for (const record of this.#store.readFrom(from + this.#first, to + this.#first)) {
      yield record.problem === null ? { cells: this.#cellsOf(row, record.cells), problem: null } : record;
      row += 1;
    }
  }

  /** A row as it is in the file. */
  original(row: number): ReadRow {
    return this.#store.read(row + this.#first);
  }

  /** Its text in the file, also of a row that cannot be read. */
  textOf(row: number): string {
    return this.#store.textOf(row + this.#first);
  }

  lineOf(row: number): number {
    return this.#store.lineOf(row + this.#first);
  }

  #withChannel(cells: readonly string[]): readonly string[] {
    const { columns, channel } = this.#table;
    if (this.header.width === columns || channel === null || cells.length > columns) return cells;
    return [...cells, ...Array.from({ length: columns - cells.length }, () => ''), channel];
  }

  #cellsOf(row: number, cells: readonly string[]): readonly string[] {
    return this.#changes.apply(row, this.#withChannel(cells));
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
    return this.#found.flags[row] ?? 0;
  }

  #forget(): void {
    this.#isCompared = false;
    this.#listed = null;
  }

  /** Makes a change, if there are rows that it concerns. */
  change(change: Change): void {
    const made = this.#plan(change);
    if (made.rows.length === 0) return;
    this.#do(made);
    this.#canTakeBack = change.do === 'rule' || change.do === 'skip_refused';
  }

  #do(made: Made): void {
    const { rows, effect } = made;
    if (typeof effect === 'boolean') for (const row of rows) this.#checks.setSkipped(row, effect);
    else this.#changes.add(rows, effect);
    this.#made.push(made);
    this.#recheck(made);
  }

  /** Takes the last change back, if it was one of many rows. */
  takeBack(): void {
    const made = this.#canTakeBack ? this.#made.pop() : undefined;
    if (made === undefined) return;
    this.#canTakeBack = false;
    const { rows, effect } = made;
    if (typeof effect === 'boolean') for (const row of rows) this.#checks.setSkipped(row, !effect);
    else this.#changes.remove(rows);
    this.#recheck(made);
  }

  /** Checks the rows that were changed; which of them repeat each other is found again over all. */
  #recheck({ rows, effect }: Made): void {
    this.#forget();
    if (typeof effect === 'boolean') return;
    for (let at = 0; at < rows.length;) {
      const first = rows[at] ?? 0;
      let next = at + 1;
      while (rows[next] === first + next - at) next += 1;
      let row = first;
      for (const record of this.read(first, first + next - at)) {
        this.#checks.check(row, record, this.#context);
        row += 1;
      }
      at = next;
    }
  }

  #plan(change: Change): Made {
    switch (change.do) {
      case 'edit': {
        const index = this.header.indexes.get(change.column);
        const isThere = index !== undefined && this.#isReadable(change.row);
        const text = change.text.toWellFormed().replaceAll('\0', '');
        return { change, rows: Uint32Array.from(isThere ? [change.row] : []), effect: editOf(index ?? 0, text) };
      }
      case 'rule':
        return { change, ...this.#planRule(change.rule, change.country) };
      case 'skip':
      case 'take': {
        const isSkip = change.do === 'skip';
        const rows = [...new Set(change.rows)].filter((row) => row < this.count && this.isSkipped(row) !== isSkip);
        return { change, rows: Uint32Array.from(rows.toSorted((a, b) => a - b)), effect: isSkip };
      }
      case 'skip_refused':
        return { change, rows: rowsWith(RED, this.#found), effect: true };
    }
  }

  #planRule(rule: RuleId, country: Country | null): Pick<Made, 'rows' | 'effect'> {
    const found = this.#found;
    const { idsHavePlus } = found;
    return {
      rows: rowsOfRule(rule, found),
      effect: isSkipping(rule) || ruleOf(rule, this.header, { country, idsHavePlus }),
    };
  }

  #isReadable(row: number): boolean {
    return row < this.count && this.#store.isReadable(row + this.#first);
  }

  summary(): CheckSummary {
    const problems = new Map<ProblemKind, number>();
    const kinds = KINDS.map((kind) => ({ kind, bit: bitOf(kind), rows: 0 }));
    const synonyms = new Map<number, number>();
    const counts = { toFix: 0, doubtful: 0, fixed: 0, skipped: 0, sent: 0 };
    for (let row = 0; row < this.count; row += 1) {
      const flags = this.#flagsOf(row);
      if (this.#changes.isTouched(row)) counts.fixed += 1;
      if (this.isSkipped(row)) {
        counts.skipped += 1;
        continue;
      }
      if ((flags & UNSENDABLE) === 0) counts.sent += 1;
      if ((flags & RED) !== 0) counts.toFix += 1;
      else if ((flags & AMBER) !== 0) counts.doubtful += 1;
      if ((flags & (RED | AMBER)) === 0) continue;
      for (const kind of kinds) if ((flags & kind.bit) !== 0) kind.rows += 1;
      const synonym = this.#checks.synonymOf(row);
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
      canTakeBack: this.#canTakeBack,
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
    if (view === 'fixed') return this.#changes.isTouched(row);
    return view === 'skipped'
      ? this.isSkipped(row)
      : !this.isSkipped(row) && (this.#flagsOf(row) & (RED | AMBER)) !== 0;
  }

  #checkedRow(row: number): CheckedRow {
    const { cells, problem } = this.original(row);
    const before = this.#withChannel(cells);
    const now = problem === null ? this.#cellsOf(row, cells) : cells;
    const other = this.#checks.others[row] ?? -1;
    const cellOf = (column: BindColumn): string | null => {
      const index = this.header.indexes.get(column);
      return index === undefined ? null : (now[index] ?? '');
    };
    const among = { flags: this.#flagsOf(row), otherLine: other === -1 ? null : this.lineOf(other) };
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
        return (now[index] ?? '') !== (before[index] ?? '');
      }),
      isSkipped: this.isSkipped(row),
      problems: problemsOf({ cells: now, problem }, this.#context, among),
    };
  }
}

/** Lets messages to the worker be heard. */
function nextTask(): Promise<void> {
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
