import { emailKey } from '#contract/contact-keys.ts';
import { CsvReader, type CsvDialect, type CsvRecord } from '#contract/csv-reader.ts';
import { isEmail } from '#contract/scalars.ts';

/** A line that names no address, as it stands. */
export interface WrongLine {
  /** Where its row begins, from 1. */
  readonly line: number;
  readonly text: string;
  /** Why the row could not be read; null where it just has no address. */
  readonly problem: CsvRecord['problem'];
}

export interface ParsedAddresses {
  /** Each once, in the order of the list. */
  readonly emails: readonly string[];
  readonly repeated: number;
  readonly wrong: readonly WrongLine[];
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Headings of a column of addresses, in small letters and without anything else. */
const HEADINGS: ReadonlySet<string> = new Set(['email', 'emailaddress', 'mail', 'requesteremail', 'emailadresse']);

/**
 * Addresses in a list or in a file. Where one of several columns is headed as the one of addresses, it alone is read;
 * else what has an @ is meant as one, wherever it stands, and a first line without is a heading.
 */
export function parseAddresses(text: string): ParsedAddresses {
  const dialects = DELIMITERS.map((delimiter) => ({ delimiter, head: headOf(text, delimiter) }));
  const widest = dialects.reduce((best, one) => (one.head.length > best.head.length ? one : best));
  const { delimiter, head } = dialects.find((one) => columnOf(one.head) !== null) ?? widest;
  const column = columnOf(head);
  const emails = new Map<string, string>();
  const wrong: WrongLine[] = [];
  let repeated = 0;
  for (const [index, { line, cells, problem }] of readRows(text, delimiter).entries()) {
    if (column !== null && index === 0) continue;
    const found = (column === null ? cells : cells.slice(column, column + 1)).flatMap(addressesOf);
    if (found.length === 0 && (index > 0 || problem !== null)) {
      wrong.push({ line, text: cells.filter((cell) => cell !== '').join(`${delimiter} `), problem });
    }
    for (const email of found) {
      const key = emailKey(email);
      if (!isEmail(email)) wrong.push({ line, text: email, problem: null });
      else if (emails.has(key)) repeated += 1;
      else emails.set(key, email);
    }
  }
  return { emails: [...emails.values()], repeated, wrong };
}

/** A quote that is never closed is part of a name, and ends with its line: the lines below it are read as well. */
function readRows(text: string, delimiter: string): CsvRecord[] {
  const rows = read(text, { delimiter });
  return rows.at(-1)?.problem === 'open_quote' ? read(text, { delimiter, hasQuotedBreaks: false }) : rows;
}

function read(text: string, dialect: CsvDialect): CsvRecord[] {
  const reader = new CsvReader(dialect);
  return [...reader.push(text), ...reader.end()];
}

function headOf(text: string, delimiter: string): readonly string[] {
  const [end = text.length] = [text.search(/[\r\n]/)].filter((at) => at >= 0);
  return read(text.slice(0, end), { delimiter, hasQuotedBreaks: false })[0]?.cells ?? [];
}

/** Which of several columns has the addresses; null where none says so. */
function columnOf(head: readonly string[]): number | null {
  if (head.length < 2) return null;
  const at = head.findIndex((cell) => HEADINGS.has(cell.toLowerCase().replace(/[^a-z]/g, '')));
  return at < 0 ? null : at;
}

/** One, or several with anything between them, also as mail programs copy them. */
function addressesOf(cell: string): string[] {
  const parts = cell.split(/[\s,;<>"'|\uFEFF]+/).filter((part) => part.includes('@'));
  return parts.map((part) => part.replace(/^mailto:/i, ''));
}

/** A file as text: UTF-8, or UTF-16 with a mark at its beginning, or else the one byte a character of old spreadsheets. */
export function decodeList(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
