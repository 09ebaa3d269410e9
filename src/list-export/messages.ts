import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const messages = defineMessages({
  title: 'Export CSV',
  progress: (loaded: string, total: string) => `${loaded} of ${total} rows`,
  safe: 'Text that a spreadsheet would run as a formula gets a leading apostrophe.',
  reading: 'Reading the rows. Your own clicks go first.',
  stopped: (loaded: string, total: string) =>
    `Stopped at ${loaded} of ${total} rows. Nothing is lost: you can continue from there.`,
  done: (n: number, count: string) => plural(n, { one: '1 row exported', other: `${count} rows exported` }),
  changed: (n: number, count: string) =>
    plural(n, {
      one: '1 row moved during the export.',
      other: `${count} rows moved during the export.`,
    }),
  short: (n: number, count: string) =>
    plural(n, {
      one: '1 row left the list during the export.',
      other: `${count} rows left the list during the export.`,
    }),
  saved: (file: string) => `Saved as ${file}.`,
  begin: (n: number, count: string) => plural(n, { one: 'Export 1 row', other: `Export ${count} rows` }),
  beginBare: 'Export',
  cancel: 'Cancel',
  cancelled: 'Export cancelled',
  goOn: 'Continue',
  again: 'Save it again',
  close: 'Done',
  savedRows: (rows: string) => `Saved ${rows} rows.`,
  cut: (rows: string, total: string) =>
    `Saved the first ${rows} of ${total} rows. A file has no more; choose fewer days for the rest.`,
  failed: (why: string) => `The file was not saved. ${why}`,
  nothingSaved: 'Nothing was saved.',
});
