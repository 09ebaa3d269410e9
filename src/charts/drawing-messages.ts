import { defineMessages } from '#src/i18n/messages.ts';

/** The words of the pictures, which come with their chunk. */
export const messages = defineMessages({
  today: 'Today',
  /** A day that is not over. */
  soFar: (day: string) => `${day}, so far`,
  total: 'Total',
  value: 'Value',
  forecast: 'Forecast',
  band: 'Range',
  fromTo: (low: string, high: string) => `${low} to ${high}`,
  unknown: 'Not known',
  notes: (n: number) => `${n} notes`,
  walk: (chart: string) => `Values by day: ${chart}`,
  said: (day: string, rows: string) => `${day}: ${rows}`,
});
