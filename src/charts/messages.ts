import { defineMessages } from '#src/i18n/messages.ts';

export const messages = defineMessages({
  chartMissing: 'The chart could not be loaded. These are its figures.',
  viewTable: 'View as table',
  viewChart: 'View as chart',
  showCall: (chart: string) => `Show API call of ${chart}`,
  save: 'Save',
  saveOf: (title: string) => `Save ${title}`,
  csv: 'Save as CSV',
  png: 'Save as PNG',
  svg: 'Save as SVG',
  copyCsv: 'Copy as CSV',
  copied: 'Copied',
  copyFailed: 'Could not copy. Save the file instead.',
  pictureFailed: 'Could not make the picture. Save the figures as CSV instead.',
  chartOnly: 'View as chart first',
  keys: { group: 'Charts', table: 'Chart as table' },
});
