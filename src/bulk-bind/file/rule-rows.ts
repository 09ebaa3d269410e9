import { RULES, type RuleId } from './file-types.ts';
import { bitOf, FACTS, type RowChecks } from './row-checks.ts';
import { synonymAt } from './rules.ts';

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

function maskOf(rule: RuleId, { idsHavePlus }: RowChecks): number {
  switch (rule) {
    case 'zeros':
      return FACTS.zeros;
    case 'national':
      return FACTS.national;
    case 'plus':
      return FACTS.phonePlus | (idsHavePlus ? FACTS.idPlus : 0);
    case 'code':
      return FACTS.phoneCode | (idsHavePlus ? FACTS.idCode : 0);
    case 'extra_cells':
      return FACTS.extraCells;
    case 'empty_rows':
      return FACTS.isEmpty;
    case 'repeats':
      return bitOf('repeat');
    case 'keep_first':
      return DIFFERENT;
    default:
      return rule === 'blanks' || rule === 'apostrophe' ? bitOf(rule) : 0;
  }
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
