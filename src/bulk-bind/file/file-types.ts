import type { BIND_FAULTS, BindColumn } from '#contract/bind-row.ts';
import type { BindRowResult } from '#contract/bind-jobs.ts';
import type { bindChannelsBulk } from '#contract/channels.ts';
import type { Reply } from '#contract/operation.ts';
import type { Channel } from '#contract/customers.ts';
import type { Country } from '#contract/dialling.ts';
import type { CsvBreaks } from '#contract/csv-reader.ts';
import type { RowView } from '#src/bulk-bind/search.ts';

/** A larger file is split before it is chosen: the tab holds its text and its rows. */
export const MAX_FILE_BYTES = 64_000_000;
export const MAX_FILE_ROWS = 1_000_000;

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** A file, or what was pasted. */
export type FileSource = File | { readonly text: string; readonly name: string };

/** How to read a file; what is left out is detected. */
export interface ReadOptions {
  readonly encoding?: Encoding;
  readonly delimiter?: Delimiter;
  /** Whether the first row names the columns. */
  readonly hasHeader?: boolean;
  /** False limits each quoted cell to its line: the way out where a quote is never closed. */
  readonly hasQuotedBreaks?: boolean;
}

interface Detected<Value> {
  readonly value: Value;
  readonly isDetected: boolean;
}

export interface FileFacts {
  readonly name: string;
  readonly bytes: number;
  /** Of the file as it was chosen, as 64 hex digits. */
  readonly sha256: string;
  readonly encoding: Detected<Encoding> & { readonly hasMark: boolean };
  readonly delimiter: Detected<Delimiter>;
  readonly header: Detected<boolean>;
  readonly hasQuotedBreaks: boolean;
  readonly breaks: CsvBreaks;
  /** Where a quote begins that is never closed: everything behind it is one row. */
  readonly openQuoteLine: number | null;
  /** Names of the columns; "Column 1" and so on where the file has no header. */
  readonly columns: readonly string[];
  readonly firstRow: readonly string[];
  readonly rows: number;
  /** Columns of the file by what their names, or first cells, say they are. */
  readonly matches: ReadonlyMap<BindColumn, number>;
}

/** Why a file cannot be read at all; each has its way forward. */
export type FileProblem =
  | { readonly code: 'empty' }
  /** A header alone. */
  | { readonly code: 'no_rows'; readonly columns: readonly string[] }
  /** The first row cannot be read: a NUL, over 64 kB, or a quote that is never closed. */
  | { readonly code: 'bad_header'; readonly cause: 'nul' | 'too_long' | 'open_quote'; readonly line: number }
  /** An .xlsx, .xls or .zip, whatever its name says. */
  | { readonly code: 'spreadsheet'; readonly format: 'xlsx' | 'xls' }
  /** Neither text nor a spreadsheet, such as a picture or a PDF. */
  | { readonly code: 'not_text' }
  | { readonly code: 'too_large'; readonly bytes: number; readonly limit: number }
  | { readonly code: 'too_many_rows'; readonly limit: number }
  /** The bytes do not fit the encoding that was asked for. */
  | { readonly code: 'bad_encoding'; readonly encoding: Encoding }
  /** It was changed, moved or removed while it was read. */
  | { readonly code: 'changed' };

export type OpenedFile =
  | { readonly isOpen: true; readonly facts: FileFacts }
  | { readonly isOpen: false; readonly problem: FileProblem };

/** The service would refuse the row. */
export type RedKind = (typeof BIND_FAULTS)[number];

/** The service would take the row, and it is probably not what was meant. */
export const DOUBTS = [
  /** `4.91516E+12` as an id that is no phone number: it may be meant, or its digits are lost. */
  'shortened_id',
  /** A phone as it is dialled inside a country. */
  'national_number',
  /** `0049…` as an id of WhatsApp or SMS, where others write a plus. */
  'double_zero',
  /** Digits alone: a plus or zeros at the beginning are gone. */
  'no_plus',
  /** An id of the channel email that is no address. */
  'id_not_email',
  /** Blanks or invisible characters at the edges of a cell. */
  'blanks',
  /** The apostrophe that guards a cell from being run as a formula. */
  'apostrophe',
  /** The same as an earlier row in every column that is used. */
  'repeat',
  /** The handle of an earlier row, for the same customer. */
  'same_handle',
  /** The handle of an earlier row with another email: the last would win. */
  'two_emails',
  /** The same with another phone, where emails do not decide. */
  'two_phones',
] as const;
export type AmberKind = (typeof DOUBTS)[number];
export type ProblemKind = RedKind | AmberKind;

export interface RowProblem {
  readonly kind: ProblemKind;
  readonly severity: 'red' | 'amber';
  readonly column: BindColumn | null;
  /** The earlier row that it is about. */
  readonly otherLine: number | null;
  /** In characters, where that is the problem. */
  readonly length: number | null;
  /** What the cell would be after the rule that mends it. */
  readonly offer: string | null;
}

/** A row as it would be sent. */
export interface CheckedRow {
  /** From 0, in the order of the file. */
  readonly index: number;
  /** The line of the file where it begins. */
  readonly line: number;
  /** Null where no column of the file goes there. */
  readonly cells: Readonly<Record<BindColumn, string | null>>;
  readonly edited: readonly BindColumn[];
  readonly isSkipped: boolean;
  readonly problems: readonly RowProblem[];
}

export const RULES = [
  /** `00` at the beginning becomes a plus. */
  'zeros',
  /** National numbers become those of the chosen country. */
  'national',
  /** A plus before digits that begin with the country's code. */
  'plus',
  /** The country's code before other digits. */
  'code',
  'blanks',
  'apostrophe',
  /** Empty cells behind the last column are left out. */
  'extra_cells',
  /** Rows of empty cells are skipped, as the rules below skip rows. */
  'empty_rows',
  /** Rows that repeat an earlier one are skipped. */
  'repeats',
  /** Of rows with one handle the first or the last stays; the others are skipped. */
  'keep_first',
  'keep_last',
] as const;
export type RuleId = (typeof RULES)[number] | `channel:${string}`;

export interface OfferedRule {
  readonly id: RuleId;
  /** Rows that it would change. */
  readonly rows: number;
  /** Of a channel: how the file writes it, and its name. */
  readonly from: string | null;
  readonly to: string | null;
}

export interface CheckSummary {
  readonly rows: number;
  /** Rows by problem, without skipped ones; a row with two counts twice. */
  readonly problems: ReadonlyMap<ProblemKind, number>;
  /** Rows that the service would refuse. */
  readonly toFix: number;
  /** Rows that are doubtful and not refused. */
  readonly doubtful: number;
  readonly fixed: number;
  readonly skipped: number;
  /** Rows that are neither skipped nor refused. */
  readonly ready: number;
  /** Rows that are sent: those, and what is refused for its cells; a row that cannot be read has none. */
  readonly sent: number;
  readonly rules: readonly OfferedRule[];
  /** The last change was made to many rows at once. */
  readonly canTakeBack: boolean;
}

/** What a person does to the rows. */
export type Change =
  | { readonly do: 'edit'; readonly row: number; readonly column: BindColumn; readonly text: string }
  | { readonly do: 'rule'; readonly rule: RuleId; readonly country: Country | null }
  | { readonly do: 'skip' | 'take'; readonly rows: readonly number[] }
  /** Skips every row that the service would refuse. */
  | { readonly do: 'skip_refused' };

export interface MapOptions {
  /** The channel of all rows, where no column says it. */
  readonly channel?: Channel;
  /** The country of the site: the service reads national phones as its. */
  readonly siteCountry?: Country | null;
  /** The country that rules take national numbers for; the site's where it is left out. */
  readonly country?: Country | null;
}

export interface RowWindow {
  readonly view: RowView;
  readonly problem?: ProblemKind;
  readonly from: number;
  readonly to: number;
}

/** Rows that are sent in one call. */
export interface Part {
  readonly index: number;
  /** Its first row, as `CheckedRow.index`. */
  readonly firstRow: number;
  readonly rows: number;
  readonly bytes: number;
  /** Lines of the file between its header and the first row of the part; -1 where the file begins with that row. */
  readonly lineOffset: number;
}

/** `run`: at most 10,000 rows a call. `dry`: as few calls as the limits allow, each with an answer for every row. */
export type PartKind = 'run' | 'dry';

export interface Parts {
  readonly parts: readonly Part[];
  /** Rows that are sent. */
  readonly rows: number;
  /** Rows that are not: skipped, or not readable. */
  readonly left: number;
}

/** Outcomes of rows, as the service answers them. */
export type RowOutcome = Pick<BindRowResult, 'line' | 'outcome' | 'code' | 'identity_id'>;
export type RunKind = 'preview' | 'run';
/** An answer of the service without its rows: the worker has them. */
export type BulkAnswer = Omit<Reply<typeof bindChannelsBulk>, 'rows'>;

/** What stands in the file of results, in the words of the page. */
export interface ResultWords {
  /** Names of the columns that are added: line, result, code, reason, customer. */
  readonly columns: readonly [line: string, result: string, code: string, reason: string, customer: string];
  readonly results: Readonly<Record<BindRowResult['outcome'] | 'skipped' | 'unreadable' | 'not_sent', string>>;
  /** Reasons by code. */
  readonly reasons: Readonly<Partial<Record<string, string>>>;
}

/** Watches a long call, and ends it: it rejects with an AbortError. */
export interface JobOptions {
  /** @param share from 0 to 1 */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** Since the file was read. `gone` also where the browser may not read it any more. */
export type SourceState = 'same' | 'changed' | 'gone';

/**
 * What the worker does for the page: everything that happens to a file before and after it is sent. The page gets windows
 * of rows and never all of them; nothing of the file leaves the browser but what the page sends of `partBody`.
 */
export interface FileCalls {
  /** Reads a file whole. What was open before, and its changes, are forgotten. */
  open: { args: [source: FileSource, how: ReadOptions]; result: OpenedFile };
  /** Checks all rows, with columns of the file (from 0) for those of the API. Changes are kept if columns stay. */
  map: { args: [mapping: ReadonlyMap<BindColumn, number>, options: MapOptions]; result: CheckSummary };
  rows: { args: [window: RowWindow]; result: { readonly rows: readonly CheckedRow[]; readonly total: number } };
  change: { args: [change: Change]; result: CheckSummary };
  /** The country that rules take national numbers for. */
  setCountry: { args: [country: Country | null]; result: CheckSummary };
  takeBack: { args: []; result: CheckSummary };
  /** Whether the file on disk is still what was read. What is sent is what was read, whatever happened to it. */
  source: { args: []; result: SourceState };
  parts: { args: [kind: PartKind]; result: Parts };
  /** Makes two of a part that was answered with 413; later parts move up. */
  splitPart: { args: [kind: PartKind, index: number]; result: Parts };
  partBody: { args: [kind: PartKind, index: number]; result: Blob };
  /**
   * Notes the outcomes of an answer as it came, whose lines are those of the file. The page gets all but
   * the rows: reading ten thousand of them would block typing there. It rejects where the text is no answer.
   */
  noteAnswer: { args: [run: RunKind, text: string]; result: BulkAnswer };
  /** The columns of the file and the rows that are sent, as they are now. */
  fixedCopy: { args: []; result: Blob };
  /** The columns of the file and what became of each row. */
  resultFile: { args: [words: ResultWords]; result: Blob };
  /** The rows that failed, were skipped or could not be read, under the header of the file: to mend and send again. */
  errorFile: { args: []; result: Blob };
}
export type FileMethod = keyof FileCalls;

/** Comes with a port of its own, which takes its answers, and the word `cancel` meanwhile. */
export interface FileRequest<Method extends FileMethod> {
  readonly method: Method;
  readonly args: FileCalls[Method]['args'];
}

export type FileAnswer<Method extends FileMethod> =
  | { readonly is: 'progress'; readonly share: number }
  | { readonly is: 'done'; readonly result: FileCalls[Method]['result'] }
  | { readonly is: 'failed'; readonly error: unknown };
