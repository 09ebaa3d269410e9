import { BIND_COLUMNS, type BindColumn, type BindHeader } from '#contract/bind-row.ts';
import type { Channel } from '#contract/customers.ts';
import type { Country } from '#contract/dialling.ts';
import type { RowView } from '#src/bulk-bind/search.ts';
import {
  type Change,
  type CheckedRow,
  type CheckSummary,
  type OfferedRule,
  type ProblemKind,
  type Progress,
  type ReadRow,
  type RowProblem,
  type RowWindow,
  type RuleId,
  RULES,
} from './file-types.ts';
import { applyToRow, channelMeant } from './fix-rules.ts';
import {
  compareRows,
  hasPlus,
  judgeRow,
  type JudgeContext,
  problemsOf,
  UNREADABLE,
  type Verdict,
} from './judge-rows.ts';
import { type FileRows, nextTask } from './read-file.ts';

/** Rows that are checked before the worker handles messages, such as a cancel. */
const SLICE = 8_192;

interface Table {
  /** Columns of the file. */
  readonly columns: number;
  readonly hasHeader: boolean;
  readonly mapping: ReadonlyMap<BindColumn, number>;
  /** The channel of all rows, if no column has it. */
  readonly channel: Channel | null;
  readonly country: Country | null;
  readonly siteCountry: Country | null;
}

/** New cells of a row, under the columns of the file. */
interface Edit {
  readonly cells: readonly string[];
  /** Replaces the channel of all rows. */
  readonly channel: string | null;
}

/** Rules that skip rows; the others change cells. */
const SKIPPING: ReadonlySet<RuleId> = new Set(['empty_rows', 'repeats', 'keep_first', 'keep_last']);

/** The rows of a file with a person's changes, and the problems of each. */
export class CheckedRows {
  readonly #file: FileRows;
  readonly #table: Table;
  readonly #verdicts: Verdict[] = [];
  readonly #skipped: Set<number>;
  readonly #edits: Map<number, Edit>;
  #context: JudgeContext;
  /** Undoes the last change of many rows. */
  #undo: (() => void) | null = null;
  #isCompared = false;
  #listed: { readonly key: string; readonly rows: readonly number[] } | null = null;
  /** Rows of the header. */
  readonly #first: number;
  readonly count: number;

  /** @param before the same file under other columns: its changes are kept */
  constructor(file: FileRows, table: Table, before: CheckedRows | null = null) {
    this.#file = file;
    this.#table = table;
    const { columns, mapping, channel, country, siteCountry } = table;
    // The channel of all rows becomes one more column behind the others.
    const hasOwn = mapping.has('channel') || channel === null;
    const indexes = hasOwn ? mapping : new Map([...mapping, ['channel', columns] as const]);
    const header: BindHeader = { indexes, width: hasOwn ? columns : columns + 1 };
    this.#context = { header, country, siteCountry, idsHavePlus: false };
    this.#first = table.hasHeader ? 1 : 0;
    this.count = file.count - this.#first;
    this.#edits = new Map(before === null ? [] : before.#edits);
    this.#skipped = new Set(before === null ? [] : before.#skipped);
  }

  get header(): BindHeader {
    return this.#context.header;
  }

  /** @throws the reason of an aborted signal */
  async checkAll({ signal, onProgress }: Progress): Promise<void> {
    let idsHavePlus = false;
    for (let row = 0; row < this.count && !idsHavePlus; row += 1)
      idsHavePlus = !this.isSkipped(row) && hasPlus(this.read(row), this.#context);
    this.#context = { ...this.#context, idsHavePlus };
    for (let from = 0; from < this.count; from += SLICE) {
      const to = Math.min(from + SLICE, this.count);
      for (let row = from; row < to; row += 1) this.#judge(row);
      onProgress?.(to / this.count);
      await nextTask();
      signal?.throwIfAborted();
    }
    this.#changed();
  }

  async setCountry(country: Country | null, progress: Progress): Promise<void> {
    this.#context = { ...this.#context, country };
    await this.checkAll(progress);
  }

  /** A row as it is now, with the channel of all rows. */
  read(row: number): ReadRow {
    const read = this.#original(row);
    const edit = this.#edits.get(row);
    if (read.problem !== null || edit === undefined) return read;
    return { cells: this.#withChannel(edit.cells, edit.channel), problem: null };
  }

  /** The cells under the columns of the file, as they are now; null for a row that cannot be read. */
  fileCells(row: number): readonly string[] | null {
    const { cells, problem } = this.#file.read(row + this.#first);
    return problem === null ? (this.#edits.get(row)?.cells ?? cells) : null;
  }

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

  #withChannel(cells: readonly string[], own: string | null): readonly string[] {
    const { columns, channel } = this.#table;
    if (this.header.width === columns || channel === null) return cells;
    const missing = Array.from({ length: Math.max(0, columns - cells.length) }, () => '');
    return [...cells.slice(0, columns), ...missing, own ?? channel, ...cells.slice(columns)];
  }

  #write(row: number, changed: readonly string[]): void {
    const { columns, channel } = this.#table;
    const hasChannel = this.header.width > columns;
    const cells = hasChannel ? [...changed.slice(0, columns), ...changed.slice(columns + 1)] : changed;
    const own = hasChannel && changed[columns] !== channel ? (changed[columns] ?? null) : null;
    const isOriginal = own === null && isSame(cells, this.#file.read(row + this.#first).cells, columns);
    if (isOriginal) this.#edits.delete(row);
    else this.#edits.set(row, { cells, channel: own });
    this.#judge(row);
  }

  #judge(row: number): void {
    this.#verdicts[row] = judgeRow(this.read(row), this.#context);
  }

  /** Whether the row is sent: it is not skipped, its cells fit the columns and no number is damaged. */
  isSent(row: number): boolean {
    return !this.isSkipped(row) && this.#verdicts[row]?.isSendable === true;
  }

  /** Why a row that is neither skipped nor sent is not sent; null for one that is. */
  reasonNotSent(row: number): 'unreadable' | 'damaged_number' | null {
    const verdict = this.#verdicts[row];
    if (verdict === undefined || verdict.isSendable) return null;
    const isDamaged = verdict.kinds.every((kind) => !UNREADABLE.has(kind));
    return isDamaged ? 'damaged_number' : 'unreadable';
  }

  isSkipped(row: number): boolean {
    return this.#skipped.has(row);
  }

  #changed(): void {
    this.#isCompared = false;
    this.#listed = null;
  }

  /** Compares the rows again if one has changed. */
  #compare(): void {
    if (this.#isCompared) return;
    const idsHavePlus = this.#verdicts.some((verdict, row) => verdict.hasPlus && !this.isSkipped(row));
    if (idsHavePlus !== this.#context.idsHavePlus) {
      this.#context = { ...this.#context, idsHavePlus };
      for (let row = 0; row < this.count; row += 1) this.#judge(row);
    }
    compareRows(this.#verdicts.map((verdict, row) => (this.isSkipped(row) ? null : verdict)));
    this.#isCompared = true;
  }

  /** The problems of a row that is not skipped. */
  #kindsOf(row: number): readonly ProblemKind[] {
    const verdict = this.#verdicts[row];
    if (verdict === undefined || this.isSkipped(row)) return [];
    return verdict.conflict === null ? verdict.kinds : [...verdict.kinds, verdict.conflict.kind];
  }

  change(change: Change): void {
    this.#compare();
    this.#undo = null;
    switch (change.do) {
      case 'edit': {
        const index = this.header.indexes.get(change.column);
        if (index === undefined || this.#original(change.row).problem !== null) return;
        const cells = [...this.read(change.row).cells];
        while (cells.length < index) cells.push('');
        // No line breaks: the rows keep their lines of the file.
        cells[index] = change.text.toWellFormed().replace(/[\0\r\n]/g, '');
        this.#write(change.row, cells);
        break;
      }
      case 'skip':
        for (const row of change.rows) this.#skipped.add(row);
        break;
      case 'restore':
        for (const row of change.rows) this.#skipped.delete(row);
        break;
      case 'skip_refused':
        this.#skip(this.#rowsThat((row) => this.#verdicts[row]?.isRed === true));
        break;
      case 'rule':
        if (SKIPPING.has(change.rule)) this.#skip(this.#rowsOfRule(change.rule));
        else this.#rewrite(change.rule, this.#rowsOfRule(change.rule));
        break;
    }
    this.#changed();
  }

  #skip(rows: readonly number[]): void {
    for (const row of rows) this.#skipped.add(row);
    if (rows.length === 0) return;
    this.#undo = () => {
      for (const row of rows) this.#skipped.delete(row);
    };
  }

  #rewrite(rule: RuleId, rows: readonly number[]): void {
    const before = rows.map((row) => [row, this.#edits.get(row)] as const);
    for (const row of rows) this.#write(row, applyToRow(rule, this.read(row).cells, this.#context));
    if (rows.length === 0) return;
    this.#undo = () => {
      for (const [row, edit] of before) {
        if (edit === undefined) this.#edits.delete(row);
        else this.#edits.set(row, edit);
        this.#judge(row);
      }
    };
  }

  /** Undoes the last change, if it was one of many rows. */
  undoFix(): void {
    this.#undo?.();
    this.#undo = null;
    this.#changed();
  }

  #rowsThat(fits: (row: number) => boolean): readonly number[] {
    const rows: number[] = [];
    for (let row = 0; row < this.count; row += 1) if (!this.isSkipped(row) && fits(row)) rows.push(row);
    return rows;
  }

  /** The rows that a rule changes or skips. */
  #rowsOfRule(rule: RuleId): readonly number[] {
    const conflictOf = (row: number) => this.#verdicts[row]?.conflict?.kind;
    if (rule === 'repeats') return this.#rowsThat((row) => conflictOf(row) === 'repeat');
    if (rule === 'keep_first')
      return this.#rowsThat((row) => conflictOf(row) !== undefined && conflictOf(row) !== 'repeat');
    if (rule === 'keep_last') return this.#allButLast();
    return this.#rowsThat((row) => this.#verdicts[row]?.fixes.includes(rule) === true);
  }

  /** All rows but the last, for each handle that belongs to more than one customer. */
  #allButLast(): readonly number[] {
    const firstOf = (row: number): number => {
      const earlier = this.#verdicts[row]?.conflict?.row;
      return earlier === undefined ? row : firstOf(earlier);
    };
    const last = new Map<number, number>();
    const disputed = new Set<number>();
    for (const row of this.#rowsThat((one) => this.#verdicts[one]?.conflict != null)) {
      last.set(firstOf(row), row);
      if (this.#verdicts[row]?.conflict?.kind !== 'repeat') disputed.add(firstOf(row));
    }
    if (disputed.size === 0) return [];
    return this.#rowsThat((row) => disputed.has(firstOf(row)) && last.get(firstOf(row)) !== row);
  }

  summary(): CheckSummary {
    this.#compare();
    const problems = new Map<ProblemKind, number>();
    const fixes = new Map<RuleId, number>();
    const count = <Key>(map: Map<Key, number>, key: Key) => map.set(key, (map.get(key) ?? 0) + 1);
    let [toFix, doubtful, sent] = [0, 0, 0];
    for (let row = 0; row < this.count; row += 1) {
      const verdict = this.#verdicts[row];
      if (verdict === undefined || this.isSkipped(row)) continue;
      const kinds = this.#kindsOf(row);
      if (verdict.isSendable) sent += 1;
      if (verdict.isRed) toFix += 1;
      else if (kinds.length > 0) doubtful += 1;
      for (const kind of kinds) count(problems, kind);
      for (const rule of verdict.fixes) count(fixes, rule);
    }
    for (const rule of ['repeats', 'keep_first', 'keep_last'] as const) {
      const rows = this.#rowsOfRule(rule).length;
      if (rows > 0) fixes.set(rule, rows);
    }
    return {
      rows: this.count,
      problems,
      toFix,
      doubtful,
      fixed: this.#edits.size,
      skipped: this.#skipped.size,
      ready: this.count - this.#skipped.size - toFix,
      sent,
      rules: [...fixes]
        .toSorted(([a], [b]) => orderOf(a) - orderOf(b))
        .map(([id, rows]) => ({ id, rows, ...channelsOf(id) })),
      canUndo: this.#undo !== null,
    };
  }

  window({ view, problem, from, to }: RowWindow): { readonly rows: readonly CheckedRow[]; readonly total: number } {
    this.#compare();
    const key = `${view} ${problem ?? ''}`;
    if (this.#listed?.key !== key) {
      const rows: number[] = [];
      for (let row = 0; row < this.count; row += 1) {
        const fits = problem === undefined || this.#kindsOf(row).includes(problem);
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
    return view === 'skipped' ? this.isSkipped(row) : this.#kindsOf(row).length > 0;
  }

  #checkedRow(row: number): CheckedRow {
    const before = this.#original(row);
    const now = this.read(row);
    const cellOf = (column: BindColumn, cells = now.cells): string | null => {
      const index = this.header.indexes.get(column);
      return index === undefined ? null : (cells[index] ?? '');
    };
    const conflict = this.isSkipped(row) ? null : (this.#verdicts[row]?.conflict ?? null);
    const shared = { severity: 'amber', column: 'external_user_id', length: null, offer: null } as const;
    const compared: RowProblem[] =
      conflict === null ? [] : [{ ...shared, kind: conflict.kind, otherLine: this.lineOf(conflict.row) }];
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
      edited: BIND_COLUMNS.filter((column) => cellOf(column) !== cellOf(column, before.cells)),
      isSkipped: this.isSkipped(row),
      problems: [...problemsOf(now, this.#context), ...compared],
    };
  }
}

/** Channels come first, then the rules in the order of `RULES`. */
function orderOf(rule: RuleId): number {
  return RULES.findIndex((one) => one === rule);
}

/** For a rule that renames a channel: how the file writes it, and the channel. */
function channelsOf(rule: RuleId): Pick<OfferedRule, 'from' | 'to'> {
  const from = rule.startsWith('channel:') ? rule.slice('channel:'.length) : null;
  return { from, to: from === null ? null : channelMeant(from) };
}

/** Whether cells equal those of the file, where missing cells are empty. */
function isSame(cells: readonly string[], file: readonly string[], columns: number): boolean {
  const hasSameEnd = cells.length === file.length || (cells.length <= columns && file.length <= columns);
  return (
    hasSameEnd && Array.from({ length: columns }, (_, at) => at).every((at) => (cells[at] ?? '') === (file[at] ?? ''))
  );
}
