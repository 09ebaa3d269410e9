import type { BIND_FAULTS, BindColumn } from '#contract/bind-row.ts';
import type { CsvRecord } from '#contract/csv-reader.ts';
import type { BindRowResult } from '#contract/bind-jobs.ts';
import type { bindChannelsBulk } from '#contract/channels.ts';
import type { Reply } from '#contract/operation.ts';
import type { Channel } from '#contract/customers.ts';
import type { Country } from '#contract/dialling.ts';
import type { RowView } from '#src/bulk-bind/search.ts';

/** The tab holds the text of a file and its rows, so larger files are refused. */
export const MAX_FILE_BYTES = 64_000_000;
export const MAX_FILE_ROWS = 1_000_000;

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** A file, or pasted text. */
export type FileSource = File | { readonly text: string; readonly name: string };

/** How to read a file; options that are left out are detected. */
export interface ReadOptions {
  readonly delimiter?: Delimiter;
  /** Whether the first row names the columns. */
  readonly hasHeader?: boolean;
}

export interface FileFacts {
  readonly name: string;
  readonly bytes: number;
  readonly delimiter: Delimiter;
  readonly hasHeader: boolean;
  /** Names of the columns; "Column 1" and so on where the file has no header. */
  readonly columns: readonly string[];
  readonly firstRow: readonly string[];
  readonly rows: number;
  /** Columns of the file that were matched by their names or first cells. */
  readonly matches: ReadonlyMap<BindColumn, number>;
}

/** Why a file cannot be read at all. */
export type FileProblem =
  | { readonly code: 'empty' }
  /** A header alone. */
  | { readonly code: 'no_rows' }
  /** The first row cannot be read: a NUL, over 64 kB, or a quote that is never closed. */
  | { readonly code: 'bad_header'; readonly cause: 'nul' | 'too_long' | 'open_quote' }
  /** An .xlsx, .xls or .zip, whatever its name says. */
  | { readonly code: 'spreadsheet'; readonly format: 'xlsx' | 'xls' }
  /** Neither text nor a spreadsheet, such as a picture or a PDF. */
  | { readonly code: 'not_text' }
  | { readonly code: 'too_large'; readonly bytes: number }
  | { readonly code: 'too_many_rows' }
  /** The bytes do not fit the encoding that the file begins with. */
  | { readonly code: 'bad_encoding' }
  /** It was changed, moved or removed while it was read. */
  | { readonly code: 'changed' };

export type OpenedFile =
  | { readonly isOpen: true; readonly facts: FileFacts }
  | { readonly isOpen: false; readonly problem: FileProblem };

/** A row that cannot be read has a problem and no cells. */
export type ReadRow = Pick<CsvRecord, 'cells' | 'problem'>;

/** The service would refuse the row. */
export type RedKind = (typeof BIND_FAULTS)[number];

/** The service would accept the row, but it is probably a mistake. */
export const DOUBTS = [
  /** `4.91516E+12` as an ID that is no phone number: correct, or a number without its last digits. */
  'shortened_id',
  /** A phone number as it is dialled inside a country. */
  'national_number',
  /** `0049…` instead of `+49…`. */
  'double_zero',
  /** Digits only: the plus or leading zeros are missing. */
  'no_plus',
  'id_not_email',
  'blanks',
  /** The leading apostrophe of a guarded formula. */
  'apostrophe',
  /** Equal to an earlier row in every column. */
  'repeat',
  /** The handle of an earlier row, for the same customer. */
  'same_handle',
  /** The handle of an earlier row with another email or phone: the last would win. */
  'two_customers',
] as const;
export type AmberKind = (typeof DOUBTS)[number];
export type ProblemKind = RedKind | AmberKind;

export interface RowProblem {
  readonly kind: ProblemKind;
  readonly severity: 'red' | 'amber';
  readonly column: BindColumn | null;
  /** The line of the earlier row that this one conflicts with. */
  readonly otherLine: number | null;
  /** In characters, if the cell is too long. */
  readonly length: number | null;
  /** The cell after the rule that fixes it; null if no rule does. */
  readonly offer: string | null;
  /** The rule that fixes it. */
  readonly rule: RuleId | null;
}

/** A row as it would be sent. */
export interface CheckedRow {
  /** From 0, in the order of the file. */
  readonly index: number;
  /** The line of the file where it begins. */
  readonly line: number;
  /** Null for a column that the file does not have. */
  readonly cells: Readonly<Record<BindColumn, string | null>>;
  readonly isFixed: boolean;
  readonly isSkipped: boolean;
  readonly problems: readonly RowProblem[];
}

export const RULES = [
  /** Phone numbers whose country is certain get a plus and its code. */
  'phones',
  /** The country's code before the other numbers, which may be those of another country. */
  'country_code',
  'blanks',
  'apostrophe',
  /** Empty cells behind the last column are left out. */
  'extra_cells',
  /** Rows that repeat an earlier one are skipped. */
  'repeats',
] as const;
export type RuleId = (typeof RULES)[number] | `channel:${string}`;

export interface OfferedRule {
  readonly id: RuleId;
  /** Rows that it would change. */
  readonly rows: number;
  /** For a rule that renames a channel: how the file writes it, and the channel. */
  readonly from: string | null;
  readonly to: Channel | null;
}

export interface CheckSummary {
  readonly rows: number;
  /** Rows by problem, without skipped ones; a row with two problems counts twice. */
  readonly problems: ReadonlyMap<ProblemKind, number>;
  /** Rows that the service would refuse. */
  readonly toFix: number;
  /** Rows that are probably a mistake, without refused ones. */
  readonly doubtful: number;
  readonly skipped: number;
  /** Rows that are sent: all but skipped ones, damaged ones and those that cannot be read. */
  readonly sent: number;
  readonly rules: readonly OfferedRule[];
  /** The last change was one of many rows, and can be undone. */
  readonly canUndo: boolean;
}

/** Replaces a text wherever it is in the cells of a column. */
export interface Replacement {
  readonly column: BindColumn;
  /** Exactly as in the cell: case and blanks count. */
  readonly find: string;
  readonly replaceWith: string;
}

export type Change =
  | { readonly do: 'edit'; readonly row: number; readonly column: BindColumn; readonly text: string }
  | { readonly do: 'rule'; readonly rule: RuleId }
  | { readonly do: 'replace'; readonly replacement: Replacement }
  | { readonly do: 'skip' | 'restore'; readonly row: number }
  /** Undoes the last change, if it was one of many rows. */
  | { readonly do: 'undo' }
  /** Skips every row that the service would refuse. */
  | { readonly do: 'skip_refused' };

export interface MapOptions {
  /** The channel of all rows, if no column has it. */
  readonly channel?: Channel;
  /** The country of the site: the service reads national phones as its. */
  readonly siteCountry?: Country | null;
  /** The country that rules take national numbers for; the site's unless given. */
  readonly country?: Country | null;
}

export interface RowWindow {
  readonly view: RowView;
  readonly problem?: ProblemKind;
  readonly from: number;
  readonly to: number;
}

/** `dry`: the dry run. */
export type RunKind = 'dry' | 'run';

/** Rows that are sent in one call. */
export interface Part {
  /** The first row, as `CheckedRow.index`, and the row behind the last. */
  readonly from: number;
  readonly to: number;
  /** How many of them are sent. */
  readonly rows: number;
  /** Added to the service's line numbers gives the lines of the file. */
  readonly lineOffset: number;
}

export type RowOutcome = Pick<BindRowResult, 'line' | 'outcome' | 'code' | 'identity_id'>;
/** An answer of the service without its rows, which stay in the worker. */
export type BulkAnswer = Omit<Reply<typeof bindChannelsBulk>, 'rows'>;

/** The words in the file of results. */
export interface ResultWords {
  /** Names of the columns that are added to those of the file. */
  readonly columns: readonly [line: string, result: string, code: string, reason: string, customer: string];
  readonly results: Readonly<Record<BindRowResult['outcome'] | 'skipped' | 'unreadable' | 'not_sent', string>>;
  /** Reasons by code. */
  readonly reasons: Readonly<Partial<Record<string, string>>>;
}

/** Follows a long call of the worker, or cancels it: it rejects with an AbortError. */
export interface Progress {
  /** @param share from 0 to 1 */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** The calls that the page makes to the worker. The page only ever holds windows of rows. */
export interface FileCalls {
  open: { args: [source: FileSource, how: ReadOptions]; result: OpenedFile };
  /** Checks all rows. Changes are kept. @param mapping columns of the file, from 0, by those of the API */
  map: { args: [mapping: ReadonlyMap<BindColumn, number>, options: MapOptions]; result: CheckSummary };
  rows: { args: [window: RowWindow]; result: { readonly rows: readonly CheckedRow[]; readonly total: number } };
  change: { args: [change: Change]; result: CheckSummary };
  /** How many cells a replacement would change. */
  countReplaced: { args: [replacement: Replacement]; result: number };
  parts: { args: [kind: RunKind]; result: readonly Part[] };
  /** Two parts in place of one that is too large for a gateway. */
  halvePart: { args: [part: Part]; result: readonly Part[] };
  partBody: { args: [part: Part]; result: Blob };
  /** Reads an answer to an import and keeps the outcomes of its rows, which would block the page. It rejects a malformed answer. */
  noteAnswer: { args: [text: string]; result: BulkAnswer };
  /** Every row of the file with its outcome. */
  resultFile: { args: [words: ResultWords]; result: Blob };
  /** The rows that failed, were skipped or could not be read: to fix and send again. */
  errorFile: { args: []; result: Blob };
}
export type FileMethod = keyof FileCalls;

/** Comes with a port for its answers; a message on the port cancels the call. */
export interface FileRequest<Method extends FileMethod> {
  readonly method: Method;
  readonly args: FileCalls[Method]['args'];
}

export type FileAnswer<Method extends FileMethod> =
  | { readonly is: 'progress'; readonly share: number }
  | { readonly is: 'done'; readonly result: FileCalls[Method]['result'] }
  | { readonly is: 'failed'; readonly error: unknown };
