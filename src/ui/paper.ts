import { formatInstant } from '#src/format/time.ts';
import { messages } from './late-messages.ts';

/**
 * A sheet outlives its year, and dates of this year are shown without it: from now on, what is printed says at its top when
 * that was and which year it is. The styles show it on paper alone. @param zone the IANA name of the zone that times are shown
 * in
 */
export function dateSheets(zone: () => string): () => void {
  const write = (): void => {
    const printed = formatInstant(new Date().toISOString(), zone(), 0);
    document.body.dataset['printed'] = messages.printed(printed, /\d{4}/.exec(printed)?.[0] ?? '');
  };
  write();
  const media = matchMedia('print');
  addEventListener('beforeprint', write);
  media.addEventListener('change', write);
  return () => {
    removeEventListener('beforeprint', write);
    media.removeEventListener('change', write);
  };
}
