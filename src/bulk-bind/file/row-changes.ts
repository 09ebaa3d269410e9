import { type BindHeader, BIND_COLUMNS } from '#contract/bind-row.ts';
import { RULES, type RuleId } from './file-types.ts';
import { FACTS, type RowChecks } from './row-checks.ts';
import { bitOf } from './row-problems.ts';
import { applyToCell, channelMeant, type RuleContext, synonymAt } from './rules.ts';

/** What makes new cells of a row's cells. */
export type Rewrite = (cells: readonly string[]) => readonly string[];

interface Layer {
  readonly number: number;
  /** Ascending. */
  readonly rows: Uint32Array;
  readonly rewrite: Rewrite;
}

/** What was changed in the rows, by rule or by hand, in the order in which it was done. The file's bytes stay as they are. */
export class RowChanges {
  readonly #touched: Uint16Array;
  /** Of single rows, by their row. */
  readonly #edits = new Map<number, Layer[]>();
  readonly #rules: Layer[] = [];
  #number = 0;

  constructor(rows: number) {
    this.#touched = new Uint16Array(rows);
  }

  isTouched(row: number): boolean {
    return this.#touched[row] !== 0;
  }

  add(rows: Uint32Array, rewrite: Rewrite): void {
    this.#number += 1;
    const layer = { number: this.#number, rows, rewrite };
    const [row] = rows;
    if (rows.length === 1 && row !== undefined) this.#edits.set(row, [...(this.#edits.get(row) ?? []), layer]);
    else this.#rules.push(layer);
    for (const one of rows) this.#touched[one] = (this.#touched[one] ?? 0) + 1;
  }

  /** Takes back what was added last, which was for these rows. */
  remove(rows: Uint32Array): void {
    const [row] = rows;
    if (rows.length === 1 && row !== undefined) this.#edits.get(row)?.pop();
    else this.#rules.pop();
    for (const one of rows) this.#touched[one] = (this.#touched[one] ?? 1) - 1;
  }

  apply(row: number, cells: readonly string[]): readonly string[] {
    if (!this.isTouched(row)) return cells;
    const rules = this.#rules.filter(({ rows }) => has(rows, row));
    const layers = [...(this.#edits.get(row) ?? []), ...rules].toSorted((one, other) => one.number - other.number);
    return layers.reduce((changed, { rewrite }) => rewrite(changed), cells);
  }
}

export function editOf(index: number, text: string): Rewrite {
  return (cells) => {
    const edited = [...cells];
    while (edited.length < index) edited.push('');
    edited[index] = text;
    return edited;
  };
}

export function ruleOf(rule: RuleId, { indexes, width }: BindHeader, context: RuleContext): Rewrite {
  if (rule === 'extra_cells') return (cells) => cells.slice(0, width);
  return (cells) => {
    const changed = [...cells];
    const channel = channelMeant(cells[indexes.get('channel') ?? width] ?? '');
    for (const column of BIND_COLUMNS) {
      const index = indexes.get(column) ?? -1;
      const text = cells[index];
      if (text !== undefined) changed[index] = applyToCell(rule, { column, text, channel }, context);
    }
    return changed;
  };
}

function has(ascending: Uint32Array, row: number): boolean {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ascending[middle] ?? 0) < row) from = middle + 1;
    else to = middle;
  }
  return ascending[from] === row;
}

const DIFFERENT = bitOf('same_handle') | bitOf('two_emails') | bitOf('two_phones');

/** Whether a rule leaves rows out, where others write cells. */
export function isSkipping(rule: RuleId): boolean {
  return rule === 'empty_rows' || rule === 'repeats' || rule === 'keep_first' || rule === 'keep_last';
}

/** The rows that a rule would do something to, in their order. */
export function rowsOfRule(rule: RuleId, checks: RowChecks): Uint32Array {
  if (rule === 'keep_last') return allButLast(checks);
  if (rule.startsWith('channel:')) {
    return rowsThat((row) => rule === `channel:${synonymAt(checks.synonymOf(row))?.[0]}`, checks);
  }
  return rowsWith(maskOf(rule, checks), checks);
}

/** How many rows each rule would do something to. */
export function countRows(checks: RowChecks): ReadonlyMap<RuleId, number> {
  const rules = RULES.map((id) => ({ id, mask: maskOf(id, checks), rows: 0 }));
  for (let row = 0; row < checks.flags.length; row += 1) {
    const flags = checks.flags[row] ?? 0;
    if (flags === 0 || checks.isSkipped(row)) continue;
    for (const rule of rules) if ((flags & rule.mask) !== 0) rule.rows += 1;
  }
  return new Map([
    ...rules.map(({ id, rows }) => [id, rows] as const),
    ['keep_last', allButLast(checks).length] as const,
  ]);
}

/** Rows with one of these bits. */
export function rowsWith(mask: number, checks: RowChecks): Uint32Array {
  return rowsThat((row) => ((checks.flags[row] ?? 0) & mask) !== 0, checks);
}

function rowsThat(fit: (row: number) => boolean, checks: RowChecks): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < checks.flags.length; row += 1) if (!checks.isSkipped(row) && fit(row)) rows.push(row);
  return new Uint32Array(rows);
}

const MASKS: Readonly<Partial<Record<RuleId, number>>> = {
  zeros: FACTS.zeros,
  national: FACTS.national,
  blanks: bitOf('blanks'),
  apostrophe: bitOf('apostrophe'),
  extra_cells: FACTS.extraCells,
  empty_rows: FACTS.isEmpty,
  repeats: bitOf('repeat'),
  keep_first: DIFFERENT,
};

function maskOf(rule: RuleId, { idsHavePlus }: RowChecks): number {
  if (rule === 'plus') return FACTS.phonePlus | (idsHavePlus ? FACTS.idPlus : 0);
  if (rule === 'code') return FACTS.phoneCode | (idsHavePlus ? FACTS.idCode : 0);
  return MASKS[rule] ?? 0;
}

/** Of the rows of each handle that belong to more than one customer, all but the last. */
function allButLast(checks: RowChecks): Uint32Array {
  const { flags, others } = checks;
  /** The first row of the handle: an exact repeat names the row that it repeats. */
  const firstOf = (row: number): number => {
    const other = others[row] ?? -1;
    return other === -1 ? row : firstOf(other);
  };
  const last = new Map<number, number>();
  const differ = new Set<number>();
  for (let row = 0; row < flags.length; row += 1) {
    if ((others[row] ?? -1) === -1) continue;
    const first = firstOf(row);
    last.set(first, row);
    if (((flags[row] ?? 0) & DIFFERENT) !== 0) differ.add(first);
  }
  return rowsThat((row) => {
    const first = firstOf(row);
    return differ.has(first) && last.get(first) !== row;
  }, checks);
}
