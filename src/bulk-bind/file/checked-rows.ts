import type { BindColumn, BindHeader } from '#contract/bind-row.ts';
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
  type Replacement,
  type RowProblem,
  type RowWindow,
  type RuleId,
  RULES,
} from './file-types.ts';
import { applyToRow, channelMeant } from './fix-rules.ts';
import {
  type Conflict,
  findConflicts,
  handleOf,
  hasPlus,
  judgeRow,
  type JudgeContext,
  problemsOf,
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

/** The rows of a file with a person's changes, and the problems of each. */
export class CheckedRows {
  readonly #file: FileRows;
  readonly #table: Table;
  readonly #verdicts: Verdict[] = [];
  /** By row; null for a row that the service would refuse. */
  readonly #handles: (string | null)[] = [];
  readonly #skipped: Set<number>;
  /** New cells of a row, under the columns of the file. */
  readonly #edits: Map<number, readonly string[]>;
  #context: JudgeContext;
  /** Undoes the last change of many rows. */
  #undo: (() => void) | null = null;
  /** Null where they must be found again. */
  #conflicts: ReadonlyMap<number, Conflict> | null = null;
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
    for (let row = 0; row < this.count && !idsHavePlus; row += 1) idsHavePlus = hasPlus(this.read(row), this.header);
    this.#context = { ...this.#context, idsHavePlus };
    for (let from = 0; from < this.count; from += SLICE) {
      const to = Math.min(from + SLICE, this.count);
      for (let row = from; row < to; row += 1) this.#judge(row);
      onProgress?.(to / this.count);
      await nextTask();
      signal?.throwIfAborted();
    }
  }

  /** A row as it is now, with the channel of all rows. */
  read(row: number): ReadRow {
    const { cells, problem } = this.#file.read(row + this.#first);
    return problem === null ? { cells: this.#withChannel(this.#edits.get(row) ?? cells), problem } : { cells, problem };
  }

  /** The cells under the columns of the file, as they are now; null for a row that cannot be read. */
  fileCells(row: number): readonly string[] | null {
    const { cells, problem } = this.#file.read(row + this.#first);
    return problem === null ? (this.#edits.get(row) ?? cells) : null;
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

  #withChannel(cells: readonly string[]): readonly string[] {
    const { columns, channel } = this.#table;
    if (this.header.width === columns || channel === null) return cells;
    const missing = Array.from({ length: Math.max(0, columns - cells.length) }, () => '');
    return [...cells.slice(0, columns), ...missing, channel, ...cells.slice(columns)];
  }

  #write(row: number, changed: readonly string[]): void {
    const { columns } = this.#table;
    const hasChannel = this.header.width > columns;
    this.#edits.set(row, hasChannel ? changed.toSpliced(columns, 1) : changed);
    this.#judge(row);
  }

  #judge(row: number): void {
    const record = this.read(row);
    const verdict = judgeRow(record, this.#context);
    this.#verdicts[row] = verdict;
    this.#handles[row] = verdict.isRed ? null : handleOf(record, this.header);
  }

  /** Whether the row is sent: it is not skipped, its cells fit the columns and no number is damaged. */
  isSent(row: number): boolean {
    return !this.isSkipped(row) && this.reasonNotSent(row) === null;
  }

  /** Why a row that is not skipped is not sent; null for one that is. */
  reasonNotSent(row: number): Verdict['unsent'] {
    return this.#verdicts[row]?.unsent ?? null;
  }

  isSkipped(row: number): boolean {
    return this.#skipped.has(row);
  }

  #conflictOf(row: number): Conflict | undefined {
    this.#conflicts ??= findConflicts(
      this.#handles.map((handle, at) => (this.isSkipped(at) ? null : handle)),
      (at) => this.read(at),
      this.header,
    );
    return this.#conflicts.get(row);
  }

  /** The problems of a row that is not skipped. */
  #kindsOf(row: number): readonly ProblemKind[] {
    const verdict = this.#verdicts[row];
    if (verdict === undefined || this.isSkipped(row)) return [];
    const conflict = this.#conflictOf(row);
    return conflict === undefined ? verdict.kinds : [...verdict.kinds, conflict.kind];
  }

  change(change: Change): void {
    const undo = this.#undo;
    // A change of many rows that finds none, such as at a second press, keeps the step back.
    if (change.do !== 'rule' && change.do !== 'replace' && change.do !== 'skip_refused') this.#undo = null;
    switch (change.do) {
      case 'edit':
        this.#edit(change.row, change.column, change.text);
        break;
      case 'skip':
        this.#skipped.add(change.row);
        break;
      case 'restore':
        this.#skipped.delete(change.row);
        break;
      case 'skip_refused':
        this.#skip(this.#rowsThat((row) => this.#verdicts[row]?.isRed === true));
        break;
      case 'rule':
        if (change.rule === 'repeats') this.#skip(this.#rowsThat((row) => this.#conflictOf(row)?.kind === 'repeat'));
        else this.#rewrite((row) => this.#fixed(row, change.rule));
        break;
      case 'replace':
        this.#rewrite((row) => this.#replaced(row, change.replacement));
        break;
      case 'undo':
        undo?.();
        break;
    }
    this.#conflicts = null;
    this.#listed = null;
  }

  #edit(row: number, column: BindColumn, text: string): void {
    const index = this.header.indexes.get(column);
    const { cells, problem } = this.read(row);
    // The channel of all rows is no cell of the file.
    if (index === undefined || index >= this.#table.columns || problem !== null) return;
    const missing = Array.from({ length: Math.max(0, index + 1 - cells.length) }, () => '');
    this.#write(row, [...cells, ...missing].with(index, typedText(text)));
  }

  /** The cells of a row after a replacement; null if it changes nothing. */
  #replaced(row: number, { column, find, replaceWith }: Replacement): readonly string[] | null {
    const index = this.header.indexes.get(column) ?? -1;
    const { cells } = this.read(row);
    const text = cells[index];
    // The channel of all rows is no cell of the file.
    if (text === undefined || index >= this.#table.columns || find === '') return null;
    const replaced = text.replaceAll(find, () => typedText(replaceWith));
    return replaced === text ? null : cells.with(index, replaced);
  }

  /** @throws the reason of an aborted signal */
  async countReplaced(replacement: Replacement, { signal }: Progress): Promise<number> {
    let count = 0;
    for (let row = 0; row < this.count; row += 1) {
      if (row % SLICE === 0) {
        await nextTask();
        signal?.throwIfAborted();
      }
      if (!this.isSkipped(row) && this.#replaced(row, replacement) !== null) count += 1;
    }
    return count;
  }

  #skip(rows: readonly number[]): void {
    for (const row of rows) this.#skipped.add(row);
    if (rows.length === 0) return;
    this.#undo = () => {
      for (const row of rows) this.#skipped.delete(row);
    };
  }

  /** @param cellsOf the new cells of a row; null for one that stays */
  #rewrite(cellsOf: (row: number) => readonly string[] | null): void {
    const before: (readonly [row: number, edit: readonly string[] | undefined])[] = [];
    for (let row = 0; row < this.count; row += 1) {
      const cells = this.isSkipped(row) ? null : cellsOf(row);
      if (cells === null) continue;
      before.push([row, this.#edits.get(row)]);
      this.#write(row, cells);
    }
    if (before.length === 0) return;
    this.#undo = () => {
      for (const [row, edit] of before) {
        if (edit === undefined) this.#edits.delete(row);
        else this.#edits.set(row, edit);
        this.#judge(row);
      }
    };
  }

  /** The cells of a row after a rule; null if the rule does not apply. */
  #fixed(row: number, rule: RuleId): readonly string[] | null {
    const applies = this.#verdicts[row]?.fixes.includes(rule) === true;
    return applies ? applyToRow(rule, this.read(row).cells, this.#context) : null;
  }

  #rowsThat(fits: (row: number) => boolean): readonly number[] {
    const rows: number[] = [];
    for (let row = 0; row < this.count; row += 1) if (!this.isSkipped(row) && fits(row)) rows.push(row);
    return rows;
  }

  summary(): CheckSummary {
    const problems = new Map<ProblemKind, number>();
    const fixes = new Map<RuleId, number>();
    const count = <Key>(map: Map<Key, number>, key: Key) => map.set(key, (map.get(key) ?? 0) + 1);
    let [toFix, doubtful, sent] = [0, 0, 0];
    for (let row = 0; row < this.count; row += 1) {
      const verdict = this.#verdicts[row];
      if (verdict === undefined || this.isSkipped(row)) continue;
      const kinds = this.#kindsOf(row);
      if (verdict.unsent === null) sent += 1;
      if (verdict.isRed) toFix += 1;
      else if (kinds.length > 0) doubtful += 1;
      for (const kind of kinds) count(problems, kind);
      for (const rule of verdict.fixes) count(fixes, rule);
    }
    const repeats = problems.get('repeat') ?? 0;
    if (repeats > 0) fixes.set('repeats', repeats);
    return {
      rows: this.count,
      problems,
      toFix,
      doubtful,
      skipped: this.#skipped.size,
      sent,
      rules: [...fixes]
        .toSorted(([a], [b]) => orderOf(a) - orderOf(b))
        .map(([id, rows]) => ({ id, rows, ...channelsOf(id) })),
      canUndo: this.#undo !== null,
    };
  }

  window({ view, problem, from, to }: RowWindow): { readonly rows: readonly CheckedRow[]; readonly total: number } {
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
    return view === 'skipped' ? this.isSkipped(row) : this.#kindsOf(row).length > 0;
  }

  #checkedRow(row: number): CheckedRow {
    const now = this.read(row);
    const cellOf = (column: BindColumn): string | null => {
      const index = this.header.indexes.get(column);
      return index === undefined ? null : (now.cells[index] ?? '');
    };
    const conflict = this.isSkipped(row) ? undefined : this.#conflictOf(row);
    const shared = { severity: 'amber', column: 'external_user_id', length: null, offer: null, rule: null } as const;
    const compared: RowProblem[] =
      conflict === undefined ? [] : [{ ...shared, kind: conflict.kind, otherLine: this.lineOf(conflict.row) }];
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
      isFixed: this.#edits.has(row),
      isSkipped: this.isSkipped(row),
      problems: [...problemsOf(now, this.#context), ...compared],
    };
  }
}

/** No line breaks: the rows keep their lines of the file. */
function typedText(text: string): string {
  return text.toWellFormed().replace(/[\0\r\n]/g, '');
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
