import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  lead: 'Bind many channels from one file.',
  text: 'Each row names a channel, its ID, and the customer by email or phone. You see what would happen before anything changes.',
  drop: 'Drop a CSV file anywhere on this page',
  dropNow: 'Drop the file to check it',
  dropHint: 'Commas, semicolons or tabs, from any spreadsheet, up to 250 MB',
  choose: 'Choose a file',
  paste: 'Paste rows',
  sample: 'Download a sample file',
  sampleName: 'bulk-bind-sample.csv',
  promises: 'What you can rely on',
  promise: {
    local: 'Nothing leaves this browser before the dry run.',
    dry: 'The dry run changes nothing, and nothing is applied without one.',
    twice: 'Safe to run twice: a row that is bound already is refreshed, never doubled.',
    big: 'Large files are sent in parts. After a lost connection or a closed tab you can resume.',
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
  another: (name: string) => `This is another file. Start over, or choose ${name}.`,
  startOver: 'Start over with this file',
  pending: (name: string, done: string, rows: string) => `${name}: ${done} of ${rows} rows are applied.`,
  pendingText: 'Choose the same file to continue. Rows that are applied are not sent again.',
  pendingEdits: (n: number, count: string) =>
    plural(n, {
      one: '1 cell that you fixed by hand was not stored. Fix it again before you resume.',
      other: `${count} cells that you fixed by hand were not stored. Fix them again before you resume.`,
    }),
  discard: 'Discard',
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
  elsewhere: 'This import is running in another tab of this browser.',
  discarded: 'The rest of the import was discarded. Rows that are applied stay bound.',
});
