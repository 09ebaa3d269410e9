import { type BindHeader, BIND_COLUMNS } from '#contract/bind-row.ts';
import type { RuleId } from './file-types.ts';
import { applyToCell, channelMeant, type RuleContext } from './rules.ts';

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
