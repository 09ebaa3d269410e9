import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const exportMessages = defineMessages({
  title: 'Export CSV',
  what: 'What to export',
  visible: 'Visible columns',
  visibleText: (columns: string) => `${columns}. As on screen.`,
  all: 'All fields',
  allText: 'The names and values of the API, ids with every digit, times in UTC.',
  zone: (zone: string) => `Times in ${zone}, as the heading of each column says.`,
  safe: 'Text that a spreadsheet would run as a formula gets an apostrophe in front.',
  counting: 'Counting rows',
  rows: (n: number, count: string) => plural(n, { one: '1 row', other: `${count} rows` }),
  begin: (n: number, count: string) => plural(n, { one: 'Export 1 row', other: `Export ${count} rows` }),
  beginBare: 'Export',
  nothing: 'No ticket matches, so there is nothing to export.',
  progress: (loaded: string, total: string) => `${loaded} of ${total} rows`,
  reading: 'Reading the rows. Your own clicks go first.',
  oneFile: 'The service writes the file.',
  cancel: 'Cancel',
  cancelled: 'Export cancelled',
  goOn: 'Go on',
  stopped: (loaded: string, total: string) =>
    `Stopped at ${loaded} of ${total} rows. Nothing is lost, go on from there.`,
  done: (n: number, count: string) => plural(n, { one: '1 row exported', other: `${count} rows exported` }),
  changed: (n: number, count: string) =>
    plural(n, {
      one: '1 row changed its place while exporting.',
      other: `${count} rows changed their places while exporting.`,
    }),
  short: (n: number, count: string) =>
    plural(n, { one: '1 row left the list while exporting.', other: `${count} rows left the list while exporting.` }),
  saved: (file: string) => `Saved as ${file}.`,
  again: 'Save it again',
  close: 'Done',
  inZone: (column: string, zone: string) => `${column} (${zone})`,
  filtered: 'filtered',
});
