import { defineMessages } from '#src/i18n/messages.ts';
import type { ChartColour } from './chart-types.ts';

/** The values of one day, for the tooltip and to be spoken. */
export interface DayReading {
  /** "20 Nov", or "20 Nov, so far". */
  readonly day: string;
  readonly rows: readonly {
    readonly label: string;
    readonly value: string;
    readonly colour: ChartColour | null;
  }[];
  /** Why the day is marked. */
  readonly note: string | null;
}

/** A reading as a sentence: "20 Nov: $28.40, bot $14.20, copilot $9.10". What is no forecast needs no name. */
export function sayReading({ day, rows, note }: DayReading): string {
  const words = rows.map(({ label, value }, index) =>
    index === 0 && label !== messages.forecast ? value : `${label} ${value}`,
  );
  return [messages.said(day, words.join(', ')), ...(note === null ? [] : [note])].join('. ');
}

/** The words of the pictures. */
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
