import { type BindColumn, type BindFault, findBindFaults } from '#contract/bind-row.ts';
import { codePoints } from '#contract/scalars.ts';
import type { ProblemKind, RowProblem, RuleId } from './file-types.ts';
import { bitOf, type CheckContext, COMPARED, findDoubts } from './row-checks.ts';
import type { ReadRow } from './row-store.ts';
import { applyToCell, channelMeant } from './rules.ts';

const FAULT_COLUMNS: Readonly<Partial<Record<BindFault, BindColumn>>> = {
  bad_channel: 'channel',
  id_missing: 'external_user_id',
  id_too_long: 'external_user_id',
  bad_email: 'email',
  handle_too_long: 'display_handle',
  phone_too_long: 'phone',
};

/** The rules that may mend a doubtful cell. */
const MENDING: Readonly<Partial<Record<ProblemKind, readonly RuleId[]>>> = {
  double_zero: ['zeros'],
  national_number: ['national'],
  no_plus: ['plus', 'code'],
  blanks: ['blanks'],
  apostrophe: ['apostrophe'],
};

/** What is known of a row from the others. */
interface AmongOthers {
  readonly flags: number;
  /** The line of the earlier row that it repeats or contradicts. */
  readonly otherLine: number | null;
}

/** All problems of one row, with what would mend each. */
export function problemsOf(record: ReadRow, context: CheckContext, { flags, otherLine }: AmongOthers): RowProblem[] {
  const cell = (column: BindColumn) => record.cells[context.header.indexes.get(column) ?? -1] ?? '';
  const channel = channelMeant(cell('channel'));
  const none = { otherLine: null, length: null, offer: null };
  const red = findBindFaults(context.header, record).map((kind): RowProblem => {
    const column = FAULT_COLUMNS[kind] ?? null;
    const isLong = kind === 'id_too_long' || kind === 'handle_too_long' || kind === 'phone_too_long';
    const length = column !== null && isLong ? codePoints(cell(column)) : null;
    return { ...none, kind, severity: 'red', column, length, offer: kind === 'bad_channel' ? channel : null };
  });
  if (record.problem !== null) return red;
  const doubts = findDoubts(cell, context)
    .filter(({ kind }) => (flags & bitOf(kind)) !== 0)
    .map(({ kind, column }): RowProblem => {
      const text = cell(column);
      const rule = { country: context.country, idsHavePlus: true };
      const offers = (MENDING[kind] ?? []).map((id) => applyToCell(id, { column, text, channel }, rule));
      return { ...none, kind, severity: 'amber', column, offer: offers.find((offer) => offer !== text) ?? null };
    });
  const compared = COMPARED.filter((kind) => (flags & bitOf(kind)) !== 0).map((kind): RowProblem => ({
    ...none,
    kind,
    severity: 'amber',
    column: 'external_user_id',
    otherLine,
  }));
  return [...red, ...doubts, ...compared];
}
