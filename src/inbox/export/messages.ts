import { defineMessages } from '#src/i18n/messages.ts';
import { plural } from '#src/i18n/plural.ts';

export const exportMessages = defineMessages({
  title: 'Export CSV',
  what: 'What to export',
  visible: 'Visible columns',
  visibleText: (columns: string) => `${columns}. As on screen.`,
  all: 'All fields',
  allText: 'Names and values as in the API, ids with every digit, times in UTC.',
  zone: (zone: string) => `Times are in ${zone}, as each column heading says.`,
  safe: 'Text that a spreadsheet would run as a formula gets a leading apostrophe.',
  counting: 'Counting rows',
  rows: (n: number, count: string) => plural(n, { one: '1 row', other: `${count} rows` }),
  nothing: 'No ticket matches, so there is nothing to export.',
  inZone: (column: string, zone: string) => `${column} (${zone})`,
  filtered: 'filtered',
});
