import type { ProblemKind, RuleId } from '#src/bulk-bind/file/file-types.ts';
import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  allMatched: 'All required columns are matched.',
  missing: (column: string) => `${column} is not matched yet.`,
  missingBoth: 'channel and external_user_id are not matched yet.',
  file: (size: string, rows: string) => `, ${size}, ${rows}. `,
  local: 'The file stays in this browser until the dry run.',
  mapping: 'Columns of the file',
  inFile: 'In the file',
  firstRow: 'First row',
  goesTo: 'Goes to',
  goesToOf: (column: string) => `${column} goes to`,
  none: 'Do not import',
  empty: '(empty)',
  everyRow: 'Every row',
  everyRowOf: 'Channel of every row',
  noChannel: 'Choose a channel',
  readAs: 'Read as',
  separator: 'Separator',
  separators: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' },
  encoding: 'Encoding',
  encodings: { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16 LE', 'utf-16be': 'UTF-16 BE', 'windows-1252': 'Latin-1' },
  withMark: (encoding: string) => `${encoding} with BOM`,
  header: 'First row',
  headers: { yes: 'Names the columns', no: 'Is a row like the others' },
  detected: 'detected',
  chosen: 'chosen',
  lineEnds: 'Line ends',
  ends: { crlf: 'CRLF', lf: 'LF', cr: 'CR', mixed: 'Mixed', one: 'One line' },
  quotedBreaks: (n: number, count: string) =>
    plural(n, { one: '1 quoted line break kept', other: `${count} quoted line breaks kept` }),
  and: (one: string, other: string) => `${one}, ${other}`,
  map: 'Saved mapping',
  mapName: 'Name of the saved mapping',
  mapApplied: 'applied',
  mapNone: 'Saved with the dry run',
  forget: 'Forget',
  forgotten: 'Saved mapping deleted.',
  damaged: (n: number, count: string) =>
    plural(n, {
      one: '1 number looks damaged by a spreadsheet (4.91516E+12). Its last digits are gone, so it cannot be repaired here.',
      other: `${count} numbers look damaged by a spreadsheet (4.91516E+12). Their last digits are gone, so they cannot be repaired here.`,
    }),
  openQuote: (line: string) =>
    `A quotation mark in line ${line} is never closed, so everything after it is read as one cell.`,
  openQuoteFix: 'End cells with their line',
  rowsTabs: 'Rows of the file',
  tab: { problems: 'To fix', all: 'All', fixed: 'Fixed here', skipped: 'Skipped' },
  problem: 'Problem',
  allProblems: 'All problems',
  ofKind: (kind: string, count: string) => `${kind} (${count})`,
  fixMany: 'Fix many at once',
  country: 'National numbers are from',
  noCountry: 'no country',
  rule: (id: RuleId, from: string | null, to: string | null): string => {
    switch (id) {
      case 'zeros':
        return '00 → +';
      case 'national':
        return 'Add the country code to national numbers';
      case 'plus':
        return 'Add + before the country code';
      case 'code':
        return 'Add the country code';
      case 'blanks':
        return 'Trim blanks';
      case 'apostrophe':
        return 'Drop leading apostrophes';
      case 'extra_cells':
        return 'Drop empty cells at the end';
      case 'empty_rows':
        return 'Skip empty rows';
      case 'repeats':
        return 'Drop exact repeats';
      case 'keep_first':
        return 'Keep the first of each handle';
      case 'keep_last':
        return 'Keep the last of each handle';
      default:
        return `${from ?? ''} → ${to ?? ''}`;
    }
  },
  ruled: (what: string, rows: string) => `${what}: ${rows} changed.`,
  grid: 'Rows',
  line: 'Line',
  fix: 'Fix',
  add: (column: string) => `Add ${column}`,
  edit: (column: string, line: string) => `${column} in line ${line}`,
  skip: 'Skip',
  skipRow: (line: string) => `Skip line ${line}`,
  take: 'Restore',
  takeRow: (line: string) => `Restore line ${line}`,
  use: (value: string, line: string) => `Use ${value} in line ${line}`,
  ready: 'Ready',
  skipped: 'Skipped',
  fixed: 'Fixed',
  and2: (problem: string, more: string) => `${problem} and ${more} more`,
  otherLine: (problem: string, line: string) => `${problem}, as line ${line}`,
  tooLong: (n: string, most: string) => `${n} characters, ${most} allowed`,
  kind: {
    nul: 'Unreadable character',
    too_long: 'Over 64 kB',
    open_quote: 'Quote never closed',
    too_many_cells: 'More cells than the header',
    bad_channel: 'Channel is not allowed',
    id_missing: 'Channel ID is empty',
    id_too_long: 'Channel ID too long',
    bad_email: 'Not a full email',
    handle_too_long: 'Handle too long',
    phone_too_long: 'Phone too long',
    no_identity: 'Needs email or phone',
    damaged_number: 'Damaged number',
    national_number: 'No country code',
    double_zero: '00 instead of +',
    no_plus: 'No + before the code',
    id_not_email: 'Channel ID isn’t an email',
    blanks: 'Spaces at the start or end',
    apostrophe: 'Leading apostrophe',
    repeat: 'Exact repeat',
    same_handle: 'Same handle',
    two_emails: 'Two emails for one handle',
    two_phones: 'Two phones for one handle',
  } satisfies Readonly<Record<ProblemKind, string>>,
  hintEdit: 'edits a cell,',
  hintNext: 'saves it and goes to the next problem,',
  hintUndo: 'undoes a fix. The original file doesn’t change.',
  fixedCopy: 'Download the fixed copy',
  nothing: {
    problems: 'Nothing to fix',
    all: 'No rows',
    fixed: 'No fixes yet',
    skipped: 'No rows are skipped',
  },
  nothingText: {
    problems: 'Every row passes the checks of the service.',
    all: 'The file has no rows.',
    fixed: 'Changes you make appear here until you undo them.',
    skipped: 'Skipped rows are not sent. They stay in the file of rows that were not applied.',
  },
  matchFirst: 'Match the required columns to check the rows.',
  checking: (percent: string) => `Checking rows, ${percent}`,
  skipToFix: (n: number, count: string) => plural(n, { one: 'Skip 1 row', other: `Skip ${count} rows` }),
  skippedRows: (n: number, count: string) => plural(n, { one: '1 row skipped.', other: `${count} rows skipped.` }),
  dryRun: (n: number, count: string) => plural(n, { one: 'Dry run 1 row', other: `Dry run ${count} rows` }),
  dryRunBare: 'Dry run',
  noRows: 'No rows left to send.',
  stillChecking: 'The rows are still being checked.',
  undone: 'Fix undone',
  keys: {
    group: 'Bulk bind',
    next: 'Next row',
    previous: 'Previous row',
    undo: 'Undo a fix',
    redo: 'Redo a fix',
  },
});
