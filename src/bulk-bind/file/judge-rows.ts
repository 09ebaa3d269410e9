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
  foldChannel,
  hasEdges,
  isGuarded,
  isPhoneChannel,
  nationalOf,
  type RuleContext,
  WHOLE_NUMBER,
} from './fix-rules.ts';

export interface JudgeContext extends RuleContext {
  readonly header: BindHeader;
  /** The country that the service takes national phones for. */
  readonly siteCountry: Country | null;
}

const RED: ReadonlySet<ProblemKind> = new Set(BIND_FAULTS);
/** The row has no cells that fit the columns, so it cannot be sent. */
const UNREADABLE: ReadonlySet<ProblemKind> = new Set(['nul', 'too_long', 'open_quote', 'too_many_cells']);

/** The problems of a row by itself. */
export interface Verdict {
  readonly kinds: readonly ProblemKind[];
  /** The rules that would change the row. */
  readonly fixes: readonly RuleId[];
  /** The service would refuse the row. */
  readonly isRed: boolean;
  /** Why the row is not sent; null if it is. */
  readonly unsent: 'unreadable' | 'damaged_number' | null;
}

/** Most rows have no problem and share one verdict. */
const FINE: Verdict = { kinds: [], fixes: [], isRed: false, unsent: null };

export function judgeRow(record: ReadRow, context: JudgeContext): Verdict {
  const problems = problemsOf(record, context);
  if (problems.length === 0) return FINE;
  const kinds = [...new Set(problems.map(({ kind }) => kind))];
  return {
    kinds,
    fixes: [...new Set(problems.flatMap(({ rule }) => rule ?? []))],
    isRed: kinds.some((kind) => RED.has(kind)),
    // Another service might bind a damaged number, so the browser never sends one.
    unsent: kinds.some((kind) => UNREADABLE.has(kind))
      ? 'unreadable'
      : kinds.includes('damaged_number')
        ? 'damaged_number'
        : null,
  };
}

/** Whether the channel ID is a phone number with a plus. */
export function hasPlus(record: ReadRow, header: BindHeader): boolean {
  const cell = cellsOf(record, header);
  return cell('external_user_id').startsWith('+') && isPhoneChannel(channelMeant(cell('channel')));
}

type CellOf = (column: BindColumn) => string;

function cellsOf(record: ReadRow, { indexes }: BindHeader): CellOf {
  return (column) => record.cells[indexes.get(column) ?? -1] ?? '';
}

/** The problems of a row by itself: why the service would refuse it, then what is probably a mistake. */
export function problemsOf(record: ReadRow, context: JudgeContext): RowProblem[] {
  const cell = cellsOf(record, context.header);
  const red = findBindFaults(context.header, record).flatMap((kind) => faultProblems(kind, cell));
  if (record.problem !== null) return red;
  const { width } = context.header;
  const isPadded = record.cells.length > width && record.cells.slice(width).every((text) => text === '');
  const refused = isPadded ? red.map((problem) => ({ ...problem, rule: 'extra_cells' as const })) : red;
  return [...refused, ...findDoubts(cell, context)];
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
  const meant = kind === 'bad_channel' ? channelMeant(cell('channel')) : null;
  return columns.map((column) => ({
    kind,
    severity: 'red',
    column,
    otherLine: null,
    length: column !== null && isLong ? codePoints(cell(column)) : null,
    offer: meant,
    rule: meant === null ? null : `channel:${foldChannel(cell('channel'))}`,
  }));
}

const NATIONAL = /^0[1-9][0-9]{4,}$/;

/** The rules that may fix a doubtful cell. */
const FIXES: Readonly<Partial<Record<ProblemKind, readonly RuleId[]>>> = {
  double_zero: ['phones'],
  national_number: ['phones'],
  no_plus: ['phones', 'country_code'],
  blanks: ['blanks'],
  apostrophe: ['apostrophe'],
};

function findDoubts(cell: CellOf, context: JudgeContext): RowProblem[] {
  const doubts: RowProblem[] = [];
  const channel = channelMeant(cell('channel'));
  const add = (kind: AmberKind, column: BindColumn): void => {
    const text = cell(column);
    const fixes = (FIXES[kind] ?? []).map((rule) => ({
      offer: applyToCell(rule, { column, text, channel }, context),
      rule,
    }));
    const fix = fixes.find(({ offer }) => offer !== text) ?? { offer: null, rule: null };
    doubts.push({ kind, severity: 'amber', column, otherLine: null, length: null, ...fix });
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

/** The channel that a row binds, and the ID there. */
export function handleOf(record: ReadRow, header: BindHeader): string {
  const cell = cellsOf(record, header);
  return `${cell('channel').toLowerCase()} ${cell('external_user_id')}`;
}

/** A row that repeats an earlier one, or gives its handle to another customer. */
export interface Conflict {
  readonly kind: AmberKind;
  /** The earlier row. */
  readonly row: number;
}

/**
 * Compares the rows of a file by their handles.
 * @param handles null for a row that is left out
 */
export function findConflicts(
  handles: readonly (string | null)[],
  read: (row: number) => ReadRow,
  header: BindHeader,
): ReadonlyMap<number, Conflict> {
  const conflicts = new Map<number, Conflict>();
  const firstOfHandle = new Map<string, number>();
  /** Rows by all their cells, for handles with several rows. */
  const firstOfCells = new Map<string, number>();
  for (const [row, handle] of handles.entries()) {
    if (handle === null) continue;
    const first = firstOfHandle.get(handle);
    if (first === undefined) {
      firstOfHandle.set(handle, row);
      continue;
    }
    const [one, other] = [cellsOf(read(first), header), cellsOf(read(row), header)];
    if (!firstOfCells.has(textOf(one))) firstOfCells.set(textOf(one), first);
    const twin = firstOfCells.get(textOf(other));
    if (twin === undefined) firstOfCells.set(textOf(other), row);
    conflicts.set(row, { kind: twin === undefined ? differenceOf(one, other) : 'repeat', row: twin ?? first });
  }
  return conflicts;
}

function textOf(cell: CellOf): string {
  return JSON.stringify(
    BIND_COLUMNS.map((column) => (column === 'channel' ? cell(column).toLowerCase() : cell(column))),
  );
}

/** Whether two rows of one handle name two customers. */
function differenceOf(one: CellOf, other: CellOf): AmberKind {
  const isOther = (keys: readonly (string | null)[]) => !keys.includes(null) && keys[0] !== keys[1];
  const emails = [one, other].map((cell) => (cell('email') === '' ? null : emailKey(cell('email'))));
  if (!emails.includes(null)) return isOther(emails) ? 'two_customers' : 'same_handle';
  return isOther([one, other].map((cell) => phoneKey(cell('phone'), null))) ? 'two_customers' : 'same_handle';
}
