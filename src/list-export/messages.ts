import { defineMessages, plural } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  title: 'Download CSV',
  progress: (loaded: string, total: string) => `${loaded} of ${total} rows`,
  safe: 'Text that a spreadsheet would run as a formula gets a leading apostrophe.',
  reading: 'Reading rows. Your own clicks go first.',
  stopped: (loaded: string, total: string) => `Stopped at ${loaded} of ${total} rows. You can continue from there.`,
  done: (n: number, count: string) => plural(n, { one: '1 row downloaded', other: `${count} rows downloaded` }),
  saved: (file: string) => `Saved as ${file}.`,
  begin: (n: number, count: string) => plural(n, { one: 'Download 1 row', other: `Download ${count} rows` }),
  beginBare: 'Download',
  cancel: 'Cancel',
  cancelled: 'Download cancelled',
  continue: 'Continue',
  again: 'Download again',
  close: 'Done',
  savedRows: (n: number, rows: string) => plural(n, { one: 'Downloaded 1 row.', other: `Downloaded ${rows} rows.` }),
  cut: (rows: string, total: string) =>
    `Downloaded the first ${rows} of ${total} rows, as many as a file may have. Choose fewer days for the rest.`,
  failed: (why: string) => `The file was not saved. ${why}`,
  nothingToSave: 'The list is empty, so there is nothing to download.',
  nothingSaved: 'Nothing was saved.',
});
