import { messages } from './range-messages.ts';
import { MAX_WINDOW_DAYS } from './search.ts';
import { daysBetween } from './usage-window.ts';

/** UTC days, both included; empty while nothing is entered. */
export interface Dates {
  readonly first: string;
  readonly last: string;
}

/** Why these days cannot be shown; null when they can. */
export function datesProblem({ first, last }: Dates, today: string): string | null {
  if (first === '' || last === '') return messages.missing;
  if (first > last) return messages.wrongOrder;
  if (first > today) return messages.future;
  return daysBetween(first, last) >= MAX_WINDOW_DAYS ? messages.tooLong : null;
}
