import { phoneKey } from './contact-keys.ts';
import type { CsvRecord } from './csv-reader.ts';
import { CHANNELS, type Channel } from './customers.ts';
import { codePoints, isEmail } from './scalars.ts';

export const BIND_COLUMNS = ['channel', 'external_user_id', 'email', 'display_handle', 'phone'] as const;
export type BindColumn = (typeof BIND_COLUMNS)[number];
export const REQUIRED_COLUMNS = ['channel', 'external_user_id'] as const satisfies readonly BindColumn[];
const MAX_COLUMNS = 64;
const MAX_ID = 200;
const MAX_HANDLE = 200;
const MAX_PHONE = 40;

const COLUMN_NAMES: ReadonlySet<string> = new Set(BIND_COLUMNS);
const CHANNEL_NAMES: ReadonlySet<string> = new Set(CHANNELS);

/** Positions of the columns in a file. */
export interface BindHeader {
  readonly indexes: ReadonlyMap<BindColumn, number>;
  readonly width: number;
}

/** A row with everything that binding it takes. Empty cells are null. */
export interface BindRow {
  readonly line: number;
  readonly channel: Channel;
  readonly externalUserId: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly displayHandle: string | null;
}

/** Faults of a row, in the order in which the service checks; it reports the first. */
export const BIND_FAULTS = [
  'nul',
  'too_long',
  'open_quote',
  'too_many_cells',
  'bad_channel',
  'id_missing',
  'id_too_long',
  'bad_email',
  'handle_too_long',
  'phone_too_long',
  'damaged_number',
  'no_identity',
] as const;
export type BindFault = (typeof BIND_FAULTS)[number];

export const REFUSALS = ['bad_channel', 'no_identity', 'failed'] as const;

/** A row that is not bound, and why. `code` is one of `errors.ts`, or `damaged_number`, which only rows have. */
export interface RefusedRow {
  readonly line: number;
  readonly outcome: (typeof REFUSALS)[number];
  readonly code:
    | 'bad_channel'
    | 'no_identity'
    | 'bad_field'
    | 'bad_request'
    | 'damaged_number'
    | 'bind_failed'
    | 'overloaded'
    | 'internal_error';
  readonly message: string;
}

/**
 * The columns that a first row names, in any case and order; unknown ones are ignored. A string result says why the
 * row is not a header. See docs/api.md, "Bulk bind".
 */
export function readBindHeader(record: CsvRecord): BindHeader | string {
  if (record.problem !== null) return PROBLEMS[record.problem];
  if (record.cells.length > MAX_COLUMNS) return `The header has more than ${MAX_COLUMNS} columns`;
  const indexes = new Map<BindColumn, number>();
  for (const [index, cell] of record.cells.entries()) {
    const name = cell.trim().toLowerCase();
    if (!isColumn(name)) continue;
    if (indexes.has(name)) return `The header names the column ${name} twice`;
    indexes.set(name, index);
  }
  const missing = REQUIRED_COLUMNS.filter((name) => !indexes.has(name));
  if (missing.length > 0) return `The header is missing ${missing.join(' and ')}`;
  return { indexes, width: record.cells.length };
}

const PROBLEMS = {
  nul: 'The row contains a NUL character',
  too_long: 'The row is over 64 kB',
  open_quote: 'A quotation mark is never closed',
} as const;

const NONE: readonly BindFault[] = [];

/** All that is wrong with a row. */
export function findBindFaults(header: BindHeader, record: Pick<CsvRecord, 'cells' | 'problem'>): readonly BindFault[] {
  if (record.problem !== null) return [record.problem];
  if (record.cells.length > header.width) return ['too_many_cells'];
  return faultsOf(readCells(header, record.cells));
}

/**
 * Parses a row, or says why it is refused: first of all whether it can be read, then in the order of docs/api.md,
 * "Bulk bind".
 */
export function validateBindRow(header: BindHeader, record: CsvRecord): BindRow | RefusedRow {
  const { line, cells, problem } = record;
  if (problem !== null) return { line, outcome: 'failed', code: 'bad_request', message: PROBLEMS[problem] };
  if (cells.length > header.width) {
    const message = `The row has ${cells.length} cells, the header has ${header.width}`;
    return { line, outcome: 'failed', code: 'bad_request', message };
  }
  const row = readCells(header, cells);
  const { channel, externalUserId, email, phone, displayHandle } = row;
  const [fault] = faultsOf(row);
  if (fault === 'damaged_number') {
    const message = `${damagedColumns(row)[0]} is a number that a spreadsheet shortened, such as 4.91517E+12`;
    return { line, outcome: 'failed', code: fault, message };
  }
  if (fault !== undefined || !isChannel(channel)) return refuse(line, fault ?? 'bad_channel');
  return {
    line,
    channel,
    externalUserId,
    email: email === '' ? null : email,
    phone: phone === '' ? null : phone,
    displayHandle: displayHandle === '' ? null : displayHandle,
  };
}

function refuse(line: number, fault: Exclude<BindFault, 'damaged_number'>): RefusedRow {
  if (fault === 'bad_channel') return { line, outcome: fault, code: fault, message: NOT_A_CHANNEL };
  if (fault === 'no_identity') {
    return { line, outcome: fault, code: fault, message: 'The row has neither an email nor a phone' };
  }
  return { line, outcome: 'failed', code: 'bad_field', message: WRONG_CELLS[fault] ?? '' };
}

const ID_LENGTH = `external_user_id must be text of 1 to ${MAX_ID} characters`;
const WRONG_CELLS: Readonly<Partial<Record<BindFault, string>>> = {
  id_missing: ID_LENGTH,
  id_too_long: ID_LENGTH,
  bad_email: 'email must be an email address',
  handle_too_long: `display_handle must be text of at most ${MAX_HANDLE} characters`,
  phone_too_long: `phone must be text of at most ${MAX_PHONE} characters`,
};

/** The message of `bad_channel`, for one binding and for many. */
export const NOT_A_CHANNEL = `channel must be one of ${CHANNELS.join(', ')}`;

export function isChannel(name: string): name is Channel {
  return CHANNEL_NAMES.has(name);
}

/** The channel that a cell names, in any case: people write `WhatsApp`. */
export function channelNamed(text: string): Channel | null {
  const name = text.toLowerCase();
  return isChannel(name) ? name : null;
}

function isColumn(name: string): name is BindColumn {
  return COLUMN_NAMES.has(name);
}

interface Cells {
  readonly channel: string;
  readonly externalUserId: string;
  readonly email: string;
  readonly displayHandle: string;
  readonly phone: string;
}

const SHORTENED = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i;

/** Whether it looks like a long number as a spreadsheet writes it (`4.91517E+12`): most of its digits are lost. */
export function isDamagedNumber(text: string): boolean {
  return SHORTENED.test(text);
}

/** The columns of a row whose phone number is damaged. Ids of other channels than these two may look like that. */
export function damagedColumns({
  channel,
  externalUserId,
  phone,
}: Pick<Cells, 'channel' | 'externalUserId' | 'phone'>): readonly BindColumn[] {
  const isPhoneId = channel === 'whatsapp' || channel === 'sms';
  const columns: BindColumn[] = isPhoneId && isDamagedNumber(externalUserId) ? ['external_user_id'] : [];
  return isDamagedNumber(phone) ? [...columns, 'phone'] : columns;
}

function readCells({ indexes, width }: BindHeader, cells: readonly string[]): Cells {
  const read = (name: BindColumn) => cells[indexes.get(name) ?? width] ?? '';
  return {
    channel: channelNamed(read('channel')) ?? read('channel'),
    externalUserId: read('external_user_id'),
    email: read('email'),
    displayHandle: read('display_handle'),
    phone: read('phone'),
  };
}

function faultsOf({ channel, externalUserId, email, displayHandle, phone }: Cells): readonly BindFault[] {
  let faults = NONE;
  const add = (fault: BindFault): void => {
    faults = [...faults, fault];
  };
  if (!isChannel(channel)) add('bad_channel');
  if (externalUserId.trim() === '') add('id_missing');
  else if (isLonger(externalUserId, MAX_ID)) add('id_too_long');
  if (email !== '' && !isEmail(email)) add('bad_email');
  if (isLonger(displayHandle, MAX_HANDLE)) add('handle_too_long');
  if (isLonger(phone, MAX_PHONE)) add('phone_too_long');
  if (damagedColumns({ channel, externalUserId, phone }).length > 0) add('damaged_number');
  if (email === '' && phoneKey(phone, null) === null) add('no_identity');
  return faults;
}

/** In Unicode code points, of which no text has more than it has UTF-16 units. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && codePoints(text) > most;
}
