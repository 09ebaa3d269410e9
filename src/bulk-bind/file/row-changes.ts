import { type BindHeader, BIND_COLUMNS } from '#contract/bind-row.ts';
import { RULES, type RuleId } from './file-types.ts';
import { FACTS, type RowChecks } from './row-checks.ts';
import { bitOf } from './row-problems.ts';
import { applyToCell, channelMeant, type RuleContext, synonymAt } from './rules.ts';

/** Makes new cells of a row's cells. */
export type Rewrite = (cells: readonly string[]) => readonly string[];

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

const DIFFERENT = bitOf('same_handle') | bitOf('two_emails') | bitOf('two_phones');

/** Whether a rule leaves rows out, where others write cells. */
export function isSkipping(rule: RuleId): boolean {
  return rule === 'empty_rows' || rule === 'repeats' || rule === 'keep_first' || rule === 'keep_last';
}

/** The rows that a rule changes, in their order. */
export function rowsOfRule(rule: RuleId, checks: RowChecks): readonly number[] {
  if (rule === 'keep_last') return allButLast(checks);
  if (rule.startsWith('channel:')) {
    return checks.rowsThat(({ synonym }) => rule === `channel:${synonymAt(synonym)?.[0]}`);
  }
  return checks.rowsWith(maskOf(rule, checks));
}

/** How many rows each rule changes. */
export function countRows(checks: RowChecks): ReadonlyMap<RuleId, number> {
  const rules = RULES.map((id) => ({ id, mask: maskOf(id, checks), rows: 0 }));
  for (const { flags, isSkipped } of checks.rows) {
    if (flags === 0 || isSkipped) continue;
    for (const rule of rules) if ((flags & rule.mask) !== 0) rule.rows += 1;
  }
  return new Map([
    ...rules.map(({ id, rows }) => [id, rows] as const),
    ['keep_last', allButLast(checks).length] as const,
  ]);
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
function allButLast(checks: RowChecks): readonly number[] {
  const { rows } = checks;
  /** The first row of the handle: an exact repeat names the row that it repeats. */
  const firstOf = (row: number): number => {
    const other = rows[row]?.other ?? null;
    return other === null ? row : firstOf(other);
  };
  const last = new Map<number, number>();
  const differ = new Set<number>();
  for (const [row, { flags, other }] of rows.entries()) {
    if (other === null) continue;
    const first = firstOf(row);
    last.set(first, row);
    if ((flags & DIFFERENT) !== 0) differ.add(first);
  }
  if (differ.size === 0) return [];
  return checks.rowsThat((_check, row) => {
    const first = firstOf(row);
    return differ.has(first) && last.get(first) !== row;
  });
}
