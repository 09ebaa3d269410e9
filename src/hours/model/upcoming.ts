import type { Holiday } from './plan.ts';

/** The next day from today on which a holiday is; null once it is past. A 29 February waits for its year. */
export function nextDateOf({ date, recurring }: Pick<Holiday, 'date' | 'recurring'>, today: string): string | null {
  if (!recurring) return date >= today ? date : null;
  for (let year = Number(today.slice(0, 4)); ; year += 1) {
    const next = `${String(year).padStart(4, '0')}${date.slice(4)}`;
    const isReal = new Date(`${next}T00:00:00Z`).toISOString().startsWith(next);
    if (isReal && next >= today) return next;
  }
}
