import { BIND_COLUMNS, type BindColumn, isChannel } from '#contract/bind-row.ts';
import { isPhone } from '#contract/contact-keys.ts';
import { CsvReader } from '#contract/csv-reader.ts';
import { isEmail } from '#contract/scalars.ts';
import { DELIMITERS, type Delimiter, type Encoding, type FileProblem } from './file-types.ts';
import { channelMeant } from './fix-rules.ts';

/** Bytes at the start of a file that its format is detected from. */
export const SAMPLE_BYTES = 65_536;

const MARKS: readonly (readonly [encoding: Encoding, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];
const NOT_TEXT = [
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x1f, 0x8b],
] as const;

/** The problem if the first bytes are those of another format than text. */
export function findForeignFormat(sample: Uint8Array): FileProblem | null {
  if (beginsWith(sample, ZIP)) return { code: 'spreadsheet', format: 'xlsx' };
  if (beginsWith(sample, OLD_OFFICE)) return { code: 'spreadsheet', format: 'xls' };
  return NOT_TEXT.some((bytes) => beginsWith(sample, bytes)) ? { code: 'not_text' } : null;
}

/**
 * Detects the encoding by the byte order mark, or by the zero bytes of ASCII letters in UTF-16. A file that turns out to
 * be malformed UTF-8 is read as Windows-1252, which has a character for any byte.
 */
export function detectEncoding(sample: Uint8Array): { readonly encoding: Encoding; readonly hasMark: boolean } {
  const marked = MARKS.find(([, bytes]) => beginsWith(sample, bytes));
  if (marked !== undefined) return { encoding: marked[0], hasMark: true };
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const pairs = sample.length / 2;
  if (odd > pairs * 0.4 && even < pairs * 0.1) return { encoding: 'utf-16le', hasMark: false };
  if (even > pairs * 0.4 && odd < pairs * 0.1) return { encoding: 'utf-16be', hasMark: false };
  return { encoding: 'utf-8', hasMark: false };
}

/** The delimiter that a first line such as `sep=;` declares for spreadsheets. */
export function declaredDelimiter(text: string): Delimiter | null {
  const declared = /^\ufeff?"?sep=([,;|\t])"?[\r\n]/i.exec(text)?.[1];
  return DELIMITERS.find((delimiter) => delimiter === declared) ?? null;
}

const SAMPLE_ROWS = 40;

/**
 * Detects the delimiter: the one that gives most of the first rows the same number of cells, then the one whose first row
 * names columns, then the one with more cells. A comma if there is only one column.
 */
export function detectDelimiter(text: string): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const reader = new CsvReader({ delimiter });
    const whole = reader.push(text);
    const rows = (whole.length === 0 ? reader.end() : whole).slice(0, SAMPLE_ROWS);
    const [first] = rows;
    if (first === undefined || first.cells.length < 2) continue;
    const alike = rows.filter(({ cells }) => cells.length === first.cells.length).length / rows.length;
    const score = alike + matchNames(first.cells).size + Math.min(first.cells.length, 64) / 1_000;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** Common names of the columns, without case and marks. */
const NAMES: Readonly<Record<BindColumn, readonly string[]>> = {
  channel: [
    'channel',
    'channelname',
    'channeltype',
    'kanal',
    'canal',
    'platform',
    'network',
    'medium',
    'source',
    'type',
  ],
  external_user_id: [
    'externaluserid',
    'externalid',
    'externaluser',
    'userid',
    'channelid',
    'channeluserid',
    'handleid',
    'handle',
    'contactid',
    'waid',
    'psid',
    'igsid',
    'platformid',
    'id',
  ],
  email: ['email', 'emailaddress', 'mail', 'mailaddress', 'emailadresse', 'correo', 'courriel', 'customeremail'],
  display_handle: [
    'displayhandle',
    'displayname',
    'nick',
    'nickname',
    'username',
    'profilename',
    'fullname',
    'name',
    'alias',
    'screenname',
  ],
  phone: [
    'phone',
    'phonenumber',
    'mobile',
    'mobilephone',
    'mobilenumber',
    'cell',
    'cellphone',
    'tel',
    'telephone',
    'telefon',
    'telefonnummer',
    'telefono',
    'handynummer',
    'handy',
    'msisdn',
    'number',
  ],
};

/** Matches columns by their names. The API's own name wins, then the more common one. */
export function matchNames(columns: readonly string[]): ReadonlyMap<BindColumn, number> {
  const folded = columns.map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  const matches = new Map<BindColumn, number>();
  for (const column of BIND_COLUMNS) {
    const index = NAMES[column].map((name) => folded.indexOf(name)).find((at) => at >= 0);
    if (index !== undefined) matches.set(column, index);
  }
  return matches;
}

/** Matches columns of a file without a header by the cells of its first row. */
export function matchCells(cells: readonly string[]): ReadonlyMap<BindColumn, number> {
  const matches = new Map<BindColumn, number>();
  const put = (column: BindColumn, fits: (cell: string) => boolean): void => {
    const index = cells.findIndex((cell, at) => fits(cell) && ![...matches.values()].includes(at));
    if (index >= 0) matches.set(column, index);
  };
  put('channel', isChannelText);
  if (matches.has('channel')) put('external_user_id', (cell) => cell !== '');
  put('email', isEmail);
  put('phone', isPhone);
  return matches;
}

/** Whether the first row is data: it names no column, and holds an email, a phone or a channel. */
export function looksLikeData(cells: readonly string[]): boolean {
  const named = matchNames(cells);
  return named.size === 0 && cells.some((cell) => isEmail(cell) || isPhone(cell) || isChannelText(cell));
}

function isChannelText(cell: string): boolean {
  return isChannel(cell) || channelMeant(cell) !== null;
}

function beginsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte);
}
