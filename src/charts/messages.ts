import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  chartMissing: 'The chart could not be loaded. These are its figures.',
  viewTable: 'View as table',
  viewChart: 'View as chart',
  save: 'Download',
  saveOf: (title: string) => `Download ${title}`,
  csv: 'Download CSV',
  png: 'Download PNG',
  svg: 'Download SVG',
  copyCsv: 'Copy as CSV',
  copied: 'Copied',
  copyFailed: 'Could not copy. Download the file instead.',
  pictureFailed: 'Could not make the picture. Download the figures as CSV instead.',
  chartOnly: 'View as chart first',
  keys: { group: 'Charts', table: 'Chart as table' },
});
