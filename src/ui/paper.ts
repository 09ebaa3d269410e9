import { formatInstant } from '#src/format/time.ts';
import { defineMessages } from '#src/i18n/messages.ts';

const messages = defineMessages({
  printed: (instant: string) => `Printed ${instant}. Dates without a year are from that year.`,
});

/**
 * A sheet outlives its year, and dates of this year are shown without it: from now on, what is printed says at its top when
 * that was. The styles show it on paper alone. @param zone the IANA name of the zone that times are shown in
 */
export function dateSheets(zone: () => string): void {
  addEventListener('beforeprint', () => {
    document.body.dataset['printed'] = messages.printed(formatInstant(new Date().toISOString(), zone(), 0));
  });
}
