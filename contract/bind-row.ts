import { phoneKey } from './contact-keys.ts';
import type { CsvRecord } from './csv-reader.ts';
import { CHANNELS, type Channel } from './customers.ts';
import { codePoints, isEmail } from './scalars.ts';

const BIND_COLUMNS = ['channel', 'external_user_id', 'email', 'display_handle', 'phone'] as const;
type BindColumn = (typeof BIND_COLUMNS)[number];
const REQUIRED: readonly BindColumn[] = ['channel', 'external_user_id'];
const MAX_COLUMNS = 64;
const MAX_ID = 200;
const MAX_HANDLE = 200;
const MAX_PHONE = 40;

const COLUMN_NAMES: ReadonlySet<string> = new Set(BIND_COLUMNS);
const CHANNEL_NAMES: ReadonlySet<string> = new Set(CHANNELS);

/** Where the columns of a file stand. */
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

export const REFUSALS = ['bad_channel', 'no_identity', 'failed'] as const;

/** A row that is not bound, and why. `code` is one of `errors.ts`. */
export interface RefusedRow {
  readonly line: number;
  readonly outcome: (typeof REFUSALS)[number];
  readonly code:
    | 'bad_channel'
    | 'no_identity'
    | 'bad_field'
    | 'bad_request'
    | 'bind_failed'
    | 'overloaded'
    | 'internal_error';
  readonly message: string;
}

/**
 * The columns that a first row names, in any case and order; unknown ones are passed over. A text is the reason why it
 * is no header. See docs/api.md, "Bulk bind".
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
  const missing = REQUIRED.filter((name) => !indexes.has(name));
  if (missing.length > 0) return `The header is missing ${missing.join(' and ')}`;
  return { indexes, width: record.cells.length };
}

const PROBLEMS = {
  nul: 'The row contains a NUL character',
  too_long: 'The row is over 64 kB',
  open_quote: 'A quotation mark is never closed',
} as const;

/**
 * Parses a row, or says why it is refused: first of all whether it can be read, then in the order of docs/api.md,
 * "Bulk bind".
 */
export function validateBindRow({ indexes, width }: BindHeader, record: CsvRecord): BindRow | RefusedRow {
  const { line, cells, problem } = record;
  if (problem !== null) return { line, outcome: 'failed', code: 'bad_request', message: PROBLEMS[problem] };
  if (cells.length > width) {
    const message = `The row has ${cells.length} cells, the header has ${width}`;
    return { line, outcome: 'failed', code: 'bad_request', message };
  }
  const read = (name: BindColumn) => cells[indexes.get(name) ?? width] ?? '';
  const channel = read('channel');
  if (!isChannel(channel)) {
    return { line, outcome: 'bad_channel', code: 'bad_channel', message: NOT_A_CHANNEL };
  }
  const [externalUserId, email, phone, displayHandle] = [
    read('external_user_id'),
    read('email'),
    read('phone'),
    read('display_handle'),
  ];
  const wrong = findWrongCell({ externalUserId, email, phone, displayHandle });
  if (wrong !== null) return { line, outcome: 'failed', code: 'bad_field', message: wrong };
  if (email === '' && phoneKey(phone, null) === null) {
    return { line, outcome: 'no_identity', code: 'no_identity', message: 'The row has neither an email nor a phone' };
  }
  return {
    line,
    channel,
    externalUserId,
    email: email === '' ? null : email,
    phone: phone === '' ? null : phone,
    displayHandle: displayHandle === '' ? null : displayHandle,
  };
}

/** The message of `bad_channel`, for one binding and for many. */
export const NOT_A_CHANNEL = `channel must be one of ${CHANNELS.join(', ')}`;

export function isChannel(name: string): name is Channel {
  return CHANNEL_NAMES.has(name);
}

function isColumn(name: string): name is BindColumn {
  return COLUMN_NAMES.has(name);
}

interface Cells {
  readonly externalUserId: string;
  readonly email: string;
  readonly phone: string;
  readonly displayHandle: string;
}

function findWrongCell({ externalUserId, email, phone, displayHandle }: Cells): string | null {
  if (externalUserId.trim() === '' || isLonger(externalUserId, MAX_ID)) {
    return `external_user_id must be text of 1 to ${MAX_ID} characters`;
  }
  if (email !== '' && !isEmail(email)) return 'email must be an email address';
  if (isLonger(displayHandle, MAX_HANDLE)) return `display_handle must be text of at most ${MAX_HANDLE} characters`;
  if (isLonger(phone, MAX_PHONE)) return `phone must be text of at most ${MAX_PHONE} characters`;
  return null;
}

/** In Unicode code points, of which no text has more than it has UTF-16 units. */
function isLonger(text: string, most: number): boolean {
  return text.length > most && codePoints(text) > most;
}
