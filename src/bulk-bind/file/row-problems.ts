import {
  BIND_COLUMNS,
  BIND_FAULTS,
  type BindColumn,
  type BindFault,
  type BindHeader,
  channelNamed,
  damagedColumns,
  findBindFaults,
  isDamagedNumber,
} from '#contract/bind-row.ts';
import { phoneKey } from '#contract/contact-keys.ts';
import type { Country } from '#contract/dialling.ts';
import { codePoints, isEmail } from '#contract/scalars.ts';
import { type AmberKind, DOUBTS, type ProblemKind, type RowProblem, type RuleId } from './file-types.ts';
import type { ReadRow } from './file-rows.ts';
import {
  applyToCell,
  bareDigits,
  channelMeant,
  DOUBLE_ZERO,
  hasEdges,
  isGuarded,
  isPhoneChannel,
  nationalOf,
  WHOLE_NUMBER,
} from './rules.ts';

/** In the order of their bits. */
export const KINDS: readonly ProblemKind[] = [...BIND_FAULTS, ...DOUBTS];
const BITS: ReadonlyMap<ProblemKind, number> = new Map(KINDS.map((kind, index) => [kind, 2 ** index]));
export const bitOf = (kind: ProblemKind): number => BITS.get(kind) ?? 0;

export const RED = BIND_FAULTS.reduce((bits, kind) => bits | bitOf(kind), 0);
export const AMBER = DOUBTS.reduce((bits, kind) => bits | bitOf(kind), 0);
export interface CheckContext {
  readonly header: BindHeader;
  /** The country that rules take national numbers for. */
  readonly country: Country | null;
  /** The one that the service takes them for: they are no doubt then. */
  readonly siteCountry: Country | null;
}

const NATIONAL = /^0[1-9][0-9]{4,}$/;

interface CellDoubt {
  readonly kind: AmberKind;
  readonly column: BindColumn;
}

/** What is doubtful in the cells of a row, each by itself. An id without a plus is, where others have one. */
export function findDoubts(cell: (column: BindColumn) => string, context: CheckContext): readonly CellDoubt[] {
  const doubts: CellDoubt[] = [];
  const channel = channelMeant(cell('channel'));
  for (const column of BIND_COLUMNS) {
    const text = cell(column);
    if (text === '' || WHOLE_NUMBER.test(text)) continue;
    if (hasEdges(text)) doubts.push({ kind: 'blanks', column });
    if (column === 'channel' || column === 'email') continue;
    if (isGuarded(text)) doubts.push({ kind: 'apostrophe', column });
    if (column === 'display_handle') continue;
    const isId = column === 'external_user_id';
    if (isId && !isPhoneChannel(channel) && isDamagedNumber(text)) doubts.push({ kind: 'shortened_id', column });
    if (isId && channel === 'email' && !isEmail(text)) doubts.push({ kind: 'id_not_email', column });
    if (isId && !isPhoneChannel(channel)) continue;
    if (DOUBLE_ZERO.test(text)) {
      if (isId) doubts.push({ kind: 'double_zero', column });
    } else if (isNational(text, isId, context)) doubts.push({ kind: 'national_number', column });
    else if (bareDigits(text) !== null) doubts.push({ kind: 'no_plus', column });
  }
  return doubts;
}

function isNational(text: string, isId: boolean, { country, siteCountry }: CheckContext): boolean {
  if (!isId && siteCountry !== null && nationalOf(text, siteCountry) !== null) return false;
  return (country !== null && nationalOf(text, country) !== null) || NATIONAL.test(phoneKey(text, null) ?? '');
}

/** What rows of one handle make of each other; found over all rows. */
const COMPARED = ['repeat', 'same_handle', 'two_emails', 'two_phones'] as const satisfies readonly AmberKind[];

const FAULT_COLUMNS: Readonly<Partial<Record<BindFault, BindColumn>>> = {
  bad_channel: 'channel',
  id_missing: 'external_user_id',
  id_too_long: 'external_user_id',
  bad_email: 'email',
  handle_too_long: 'display_handle',
  phone_too_long: 'phone',
};

function columnsOf(fault: BindFault, cell: (column: BindColumn) => string): readonly (BindColumn | null)[] {
  if (fault !== 'damaged_number') return [FAULT_COLUMNS[fault] ?? null];
  const channel = channelNamed(cell('channel')) ?? '';
  return damagedColumns({ channel, externalUserId: cell('external_user_id'), phone: cell('phone') });
}

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
  const faults = findBindFaults(context.header, record).flatMap((kind) =>
    columnsOf(kind, cell).map((column) => ({ kind, column })),
  );
  const red = faults.map(({ kind, column }): RowProblem => {
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
