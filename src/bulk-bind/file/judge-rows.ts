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
import { emailKey, phoneKey } from '#contract/contact-keys.ts';
import type { Country } from '#contract/dialling.ts';
import { codePoints, isEmail } from '#contract/scalars.ts';
import type { AmberKind, ProblemKind, ReadRow, RowProblem, RuleId } from './file-types.ts';
import {
  applyToCell,
  bareDigits,
  channelMeant,
  DOUBLE_ZERO,
  fixesOf,
  hasEdges,
  isGuarded,
  isPhoneChannel,
  nationalOf,
  WHOLE_NUMBER,
} from './fix-rules.ts';

export interface JudgeContext {
  readonly header: BindHeader;
  /** The country that rules take national numbers for. */
  readonly country: Country | null;
  /** The country that the service takes them for. */
  readonly siteCountry: Country | null;
  /** Whether any phone number of a channel has a plus in this file: only then is a missing plus a problem. */
  readonly idsHavePlus: boolean;
}

const RED: ReadonlySet<ProblemKind> = new Set(BIND_FAULTS);
/** The row has no cells that fit the columns, so it cannot be sent. */
export const UNREADABLE: ReadonlySet<ProblemKind> = new Set(['nul', 'too_long', 'open_quote', 'too_many_cells']);

/** A row by itself, and compared with the others. */
export interface Verdict {
  readonly kinds: readonly ProblemKind[];
  /** The rules that would change the row. */
  readonly fixes: readonly RuleId[];
  /** The service would refuse the row. */
  readonly isRed: boolean;
  readonly isSendable: boolean;
  readonly hasPlus: boolean;
  /** Null for a refused row, which is compared with none. */
  readonly keys: RowKeys | null;
  /** Found by comparing rows: its conflict with an earlier row. */
  conflict: { readonly kind: AmberKind; readonly row: number } | null;
}

const NO_PROBLEM: readonly ProblemKind[] = [];

export function judgeRow(record: ReadRow, context: JudgeContext): Verdict {
  const cell = cellsOf(record, context);
  const problems = problemsOf(record, context);
  const kinds = problems.length === 0 ? NO_PROBLEM : [...new Set(problems.map(({ kind }) => kind))];
  const isRed = kinds.some((kind) => RED.has(kind));
  return {
    kinds,
    fixes: fixesOf(record, context),
    isRed,
    // Another service might bind a damaged number, so the browser never sends one.
    isSendable: !kinds.some((kind) => kind === 'damaged_number' || UNREADABLE.has(kind)),
    hasPlus: hasPlus(record, context),
    keys: isRed ? null : keysOf(cell),
    conflict: null,
  };
}

/** Whether the channel ID is a phone number with a plus. */
export function hasPlus(record: ReadRow, context: Pick<JudgeContext, 'header'>): boolean {
  const cell = cellsOf(record, context);
  return cell('external_user_id').startsWith('+') && isPhoneChannel(channelMeant(cell('channel')));
}

type CellOf = (column: BindColumn) => string;

function cellsOf(record: ReadRow, { header }: Pick<JudgeContext, 'header'>): CellOf {
  return (column) => record.cells[header.indexes.get(column) ?? -1] ?? '';
}

/** The problems of a row by itself: why the service would refuse it, then what is probably a mistake. */
export function problemsOf(record: ReadRow, context: JudgeContext): RowProblem[] {
  const cell = cellsOf(record, context);
  const red = findBindFaults(context.header, record).flatMap((kind) => faultProblems(kind, cell));
  return record.problem === null ? [...red, ...findDoubts(cell, context)] : red;
}

const FAULT_COLUMNS: Readonly<Partial<Record<BindFault, BindColumn>>> = {
  bad_channel: 'channel',
  id_missing: 'external_user_id',
  id_too_long: 'external_user_id',
  bad_email: 'email',
  handle_too_long: 'display_handle',
  phone_too_long: 'phone',
};

function faultProblems(kind: BindFault, cell: CellOf): RowProblem[] {
  const channel = channelNamed(cell('channel')) ?? '';
  const columns =
    kind === 'damaged_number'
      ? damagedColumns({ channel, externalUserId: cell('external_user_id'), phone: cell('phone') })
      : [FAULT_COLUMNS[kind] ?? null];
  const isLong = kind === 'id_too_long' || kind === 'handle_too_long' || kind === 'phone_too_long';
  return columns.map((column) => ({
    kind,
    severity: 'red',
    column,
    otherLine: null,
    length: column !== null && isLong ? codePoints(cell(column)) : null,
    offer: kind === 'bad_channel' ? channelMeant(cell('channel')) : null,
  }));
}

const NATIONAL = /^0[1-9][0-9]{4,}$/;

/** The rules that may fix a doubtful cell. */
const FIXES: Readonly<Partial<Record<ProblemKind, readonly RuleId[]>>> = {
  double_zero: ['zeros'],
  national_number: ['national'],
  no_plus: ['plus', 'code'],
  blanks: ['blanks'],
  apostrophe: ['apostrophe'],
};

function findDoubts(cell: CellOf, context: JudgeContext): RowProblem[] {
  const doubts: RowProblem[] = [];
  const channel = channelMeant(cell('channel'));
  const add = (kind: AmberKind, column: BindColumn): void => {
    const text = cell(column);
    const offers = (FIXES[kind] ?? []).map((id) => applyToCell(id, { column, text, channel }, context));
    const offer = offers.find((offered) => offered !== text) ?? null;
    doubts.push({ kind, severity: 'amber', column, otherLine: null, length: null, offer });
  };
  for (const column of BIND_COLUMNS) {
    const text = cell(column);
    if (text === '' || WHOLE_NUMBER.test(text)) continue;
    if (hasEdges(text)) add('blanks', column);
    if (column === 'channel' || column === 'email') continue;
    if (isGuarded(text)) add('apostrophe', column);
    if (column === 'display_handle') continue;
    const isId = column === 'external_user_id';
    if (isId && !isPhoneChannel(channel) && isDamagedNumber(text)) add('shortened_id', column);
    if (isId && channel === 'email' && !isEmail(text)) add('id_not_email', column);
    if (isId && !isPhoneChannel(channel)) continue;
    if (DOUBLE_ZERO.test(text)) {
      if (isId) add('double_zero', column);
    } else if (isNational(text, isId, context)) add('national_number', column);
    else if (bareDigits(text) !== null && (!isId || context.idsHavePlus)) add('no_plus', column);
  }
  return doubts;
}

/** A phone in the site's own national form is no doubt: the service reads it right. */
function isNational(text: string, isId: boolean, { country, siteCountry }: JudgeContext): boolean {
  if (!isId && siteCountry !== null && nationalOf(text, siteCountry) !== null) return false;
  return (country !== null && nationalOf(text, country) !== null) || NATIONAL.test(phoneKey(text, null) ?? '');
}

/** The values that two rows are compared by. */
interface RowKeys {
  readonly handle: string;
  readonly email: string;
  readonly phone: string;
  readonly cells: readonly string[];
}

function keysOf(cell: CellOf): RowKeys {
  const [email, phone] = [cell('email'), cell('phone')];
  return {
    handle: `${cell('channel').toLowerCase()} ${cell('external_user_id')}`,
    email: email === '' ? '' : emailKey(email),
    phone: WHOLE_NUMBER.test(phone) ? phone : (phoneKey(phone, null) ?? ''),
    cells: BIND_COLUMNS.map((column) => (column === 'channel' ? cell(column).toLowerCase() : cell(column))),
  };
}

/**
 * Finds rows that repeat an earlier one, or give its handle to another customer.
 * @param verdicts null for a skipped row, which is left out
 */
export function compareRows(verdicts: Iterable<Verdict | null>): void {
  const firstOfHandle = new Map<string, { readonly row: number; readonly keys: RowKeys }>();
  /** Rows by all their cells, for handles with several rows. */
  const firstOfCells = new Map<string, number>();
  let row = -1;
  for (const verdict of verdicts) {
    row += 1;
    if (verdict === null) continue;
    verdict.conflict = null;
    const { keys } = verdict;
    if (keys === null) continue;
    const first = firstOfHandle.get(keys.handle);
    if (first === undefined) {
      firstOfHandle.set(keys.handle, { row, keys });
      continue;
    }
    const firstText = JSON.stringify(first.keys.cells);
    if (!firstOfCells.has(firstText)) firstOfCells.set(firstText, first.row);
    const text = JSON.stringify(keys.cells);
    const twin = firstOfCells.get(text);
    if (twin === undefined) {
      firstOfCells.set(text, row);
      verdict.conflict = { kind: differenceOf(first.keys, keys), row: first.row };
    } else verdict.conflict = { kind: 'repeat', row: twin };
  }
}

/** How two rows of one handle differ in the customer they name. */
function differenceOf(one: RowKeys, other: RowKeys): AmberKind {
  if (one.email !== '' && other.email !== '') return one.email === other.email ? 'same_handle' : 'two_emails';
  return one.phone !== '' && other.phone !== '' && one.phone !== other.phone ? 'two_phones' : 'same_handle';
}
