import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const rows = (n: number, count: string): string => plural(n, { one: '1 row', other: `${count} rows` });

/** The words of every step; each has more of its own beside it. */
export const messages = defineMessages({
  title: 'Bulk bind',
  steps: 'Steps of the import',
  step: { file: 'File', columns: 'Columns', 'dry-run': 'Dry run', apply: 'Apply', result: 'Result' },
  stepDone: '(done)',
  stepOf: (step: string, at: number, of: number) => `${at} of ${of}: ${step}`,
  backTo: (step: string) => `Back to ${step}`,
  startOver: 'Start over',
  counted: (what: string, count: string) => `${what} ${count}`,
  outcome: {
    bound: 'Bound',
    refreshed: 'Refreshed',
    no_identity: 'No customer',
    bad_channel: 'Bad channel',
    failed: 'Failed',
    hint: {
      bound: 'new channels',
      refreshed: 'bound already, or moved',
      no_identity: 'no email and no phone in the row',
      bad_channel: 'not one of the five channels',
      failed: 'see the samples',
    },
  },
  notDeployed: 'Channels are not deployed on this site',
  notDeployedText: 'No channel can be bound here. Your service operator can deploy them.',
  toCustomers: 'Go to customers',
  readingFile: 'Reading the file',
  leave: {
    title: 'Leave while rows are being applied?',
    text: 'The import stops after the rows that are on their way. Rows that are applied stay bound; apply the same file again to send the rest.',
    leave: 'Stop and leave',
    stay: 'Stay',
  },
});

export const startMessages = defineMessages({
  lead: 'Bind many channels from one file.',
  text: 'Each row names a channel, its ID, and the customer by email or phone. You see what would happen before anything changes.',
  drop: 'Drop a CSV file anywhere on this page',
  dropNow: 'Drop the file to check it',
  dropHint: 'Commas, semicolons or tabs, from any spreadsheet, up to 64 MB',
  choose: 'Choose a file',
  paste: 'Paste rows',
  sample: 'Download a sample file',
  sampleName: 'bulk-bind-sample.csv',
  promises: 'What you can rely on',
  promise: {
    local: 'Nothing leaves this browser before the dry run.',
    dry: 'The dry run changes nothing, and nothing is applied without one.',
    twice: 'Safe to run twice: a row that is bound already is refreshed, never doubled.',
    big: 'Up to 64 MB a file. After a lost connection the import continues; after a stop, apply the same file again.',
  },
  columns: 'Columns',
  columnsNote: 'In any order and under any name: you match them in the next step.',
  column: {
    channel: 'whatsapp, messenger, instagram, sms or email',
    external_user_id: 'the channel ID, up to 200 characters',
    email: 'finds the customer, or creates one',
    phone: 'does the same if a row has no email',
    display_handle: 'the handle that people see',
  },
  needed: { always: 'required', one: 'one of these', optional: 'optional' },
  pasteTitle: 'Paste rows',
  pasteText: 'Copy rows from a spreadsheet with their header, and paste them here.',
  pasteLabel: 'Rows with a header',
  pasteUse: 'Check these rows',
  pasteName: 'pasted rows',
  pasteEmpty: 'Paste rows first.',
  oneFile: 'One file at a time: the first one is used.',
  problem: {
    title: 'This file cannot be read',
    empty: 'It is empty. Choose a file with a header and at least one row.',
    no_rows: 'It has a header and no rows. Add rows below the header, and choose it again.',
    bad_header: {
      nul: 'Its first row holds an unreadable character. Save it again as CSV in UTF-8.',
      too_long: 'Its first row is over 64 kB. Is this the right file? The first row names the columns.',
      open_quote: (line: string) =>
        `A quotation mark in line ${line} is never closed, so the whole file is one row. Close it, or end cells with their line.`,
    },
    endCells: 'End cells with their line',
    spreadsheet: (format: string) =>
      `It is an ${format} workbook, whatever its name says. Open it in your spreadsheet, save it as CSV, and choose that file.`,
    not_text: 'It isn’t text. Save the list as CSV, and choose that file.',
    too_large: (size: string, limit: string) =>
      `It is ${size}; the limit is ${limit}. Split it, and bind the parts one after the other.`,
    too_many_rows: (limit: string) =>
      `It has more than ${limit} rows. Split it, and bind the parts one after the other.`,
    bad_encoding: (encoding: string) =>
      `Its bytes are not ${encoding}. Let the encoding be detected, or choose another one.`,
    detect: 'Detect the encoding',
    changed: 'It was changed, moved or removed while it was read. Choose it again.',
    broken: (why: string) => `Something went wrong while reading it: ${why}. Choose it again, or reload the page.`,
  },
});

export const historyMessages = defineMessages({
  file: 'bulk bind imports',
  title: 'Imports',
  name: 'Imports',
  none: 'No imports yet',
  noneText: 'Each file you apply appears here with the result of every row.',
  absent:
    'A list of earlier imports, results per row and undo need the extension “bind_jobs”, which this service does not have.',
  column: {
    when: 'When',
    who: 'API token',
    rows: 'Rows',
    result: 'Result',
    state: 'State',
    undo: 'Undo',
  },
  minted: (n: number, count: string) => plural(n, { one: '1 new customer', other: `${count} new customers` }),
  nothing: 'nothing',
  done: 'Applied',
  undone: 'Undone',
  noRows: 'Rows no longer stored',
  noRowsWhy: 'The results of its rows are no longer stored, so you can’t undo it.',
  undo: 'Undo…',
  undoOf: (when: string) => `Undo the import of ${when}`,
  range: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  previous: 'Newer',
  next: 'Older',
  openRows: (when: string) => `Rows of the import of ${when}`,
  rows: {
    title: (when: string) => `Import of ${when}`,
    back: 'Back to bulk bind',
    by: (who: string) => `Applied with the API token ${who}`,
    name: 'Rows',
    column: { line: 'Line', outcome: 'Result', code: 'Reason', customer: 'Customer' },
    all: 'All',
    tabs: 'Rows by result',
    download: 'Download',
    file: 'bulk bind rows',
    customer: (id: string) => `Customer ${id}`,
    none: 'No rows with this result',
    noneText: 'Choose another result.',
    gone: 'There is no such import',
    goneText: 'It may belong to another site.',
    notStored: 'The rows of this import are no longer stored',
    notStoredText: 'They are kept for 30 days after an import.',
    previous: 'Previous rows',
    next: 'Next rows',
    exportTitle: 'Download rows',
    lead: 'Line, result, reason and customer of each row, as the service reports them.',
    nothing: 'There are no such rows.',
  },
  undoing: {
    title: 'Undo this import?',
    checking: 'Checking what can be undone…',
    unbound: (n: number, count: string) =>
      plural(n, { one: '1 channel will be unbound.', other: `${count} channels will be unbound.` }),
    movedBack: (n: number, count: string) =>
      plural(n, {
        one: '1 channel goes back to the customer who had it before.',
        other: `${count} channels go back to the customers who had them before.`,
      }),
    skipped: (n: number, count: string) =>
      plural(n, {
        one: '1 channel stays as it is: someone has changed it since.',
        other: `${count} channels stay as they are: someone has changed them since.`,
      }),
    kept: (n: number, count: string) =>
      plural(n, {
        one: '1 row cannot be undone: its channel was bound before, so it stays bound.',
        other: `${count} rows cannot be undone: their channels were bound before, so they stay bound.`,
      }),
    removed: (n: number, count: string) =>
      plural(n, {
        one: '1 customer that the import created will be removed.',
        other: `${count} customers that the import created will be removed.`,
      }),
    stay: (n: number, count: string) =>
      plural(n, {
        one: '1 customer that it created stays: something has come to it since, or it was merged.',
        other: `${count} customers that it created stay: something has come to them since, or they were merged.`,
      }),
    nothing: 'Nothing in it can be undone.',
    confirm: (n: number, count: string) => plural(n, { one: 'Undo 1 channel', other: `Undo ${count} channels` }),
    confirmCustomers: (n: number, count: string) =>
      plural(n, { one: 'Remove 1 customer', other: `Remove ${count} customers` }),
    cancel: 'Cancel',
    close: 'Close',
    done: 'Import undone',
    doneUnbound: (n: number, count: string) =>
      plural(n, { one: '1 channel was unbound.', other: `${count} channels were unbound.` }),
    doneMoved: (n: number, count: string) =>
      plural(n, { one: '1 channel went back.', other: `${count} channels went back.` }),
    doneSkipped: (n: number, count: string) =>
      plural(n, {
        one: '1 channel stayed: someone has changed it since.',
        other: `${count} channels stayed: someone has changed them since.`,
      }),
    doneRemoved: (n: number, count: string) =>
      plural(n, {
        one: '1 customer that it created was removed.',
        other: `${count} customers that it created were removed.`,
      }),
  },
});
