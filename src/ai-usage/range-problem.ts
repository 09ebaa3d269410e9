import { messages } from './range-messages.ts';
import { daysBetween } from './usage-window.ts';

/** UTC days, both included; empty while nothing is entered. */
export interface Dates {
  readonly first: string;
  readonly last: string;
}

const MAX_DAYS = 366;

/** Why these days cannot be shown; null when they can. */
export function datesProblem({ first, last }: Dates, today: string): string | null {
  if (first === '' || last === '') return messages.missing;
  if (first > last) return messages.wrongOrder;
  if (first > today) return messages.future;
  return daysBetween(first, last) >= MAX_DAYS ? messages.tooLong : null;
}
