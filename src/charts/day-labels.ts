import { formatUtcDay } from '#src/format/utc-day.ts';

/** A label under the axis of days, at the day with this index. */
export interface DayLabel {
  readonly index: number;
  readonly text: string;
  readonly isToday: boolean;
}

/** px that a label needs. */
const ROOM = 54;
const MAX_LABELS = 7;
const STEPS = [1, 2, 3, 7, 14, 28, 56, 91, 182, 364];
/** Days of a month, where the axis begins with one: 1, 5, 10, 15 and not 1, 8, 15. */
const MONTH_STEPS = [1, 2, 5, 10, 15];

/**
 * About five labels: "22 Oct", then the number of the day, with the name of the month where it has changed. @param width
 * px of the axis @param today the index of the day that is not over, labelled by its name; no other label stands near it
 */
export function dayLabels(days: readonly string[], width: number, today: number | null, todayText: string): DayLabel[] {
  const each = width / Math.max(1, days.length);
  const most = Math.max(2, Math.min(MAX_LABELS, Math.floor(width / ROOM)));
  const isMonth = days.length <= 31 && days.length > 7 && days[0]?.endsWith('-01') === true;
  const steps = isMonth ? MONTH_STEPS : STEPS;
  const at = (step: number): number[] =>
    days.flatMap((day, index) => {
      const number = Number(day.slice(8));
      const isAt = isMonth ? step === 1 || index === 0 || number % step === 0 : index % step === 0;
      return isAt ? [index] : [];
    });
  const found = steps.map(at).find((indexes) => indexes.length <= most) ?? [0];
  const chosen = found.filter((index) => today === null || Math.abs(index - today) * each >= ROOM);
  if (today !== null) chosen.push(today);
  let month = '';
  return chosen
    .toSorted((a, b) => a - b)
    .map((index) => {
      const day = days[index] ?? '';
      if (index === today) return { index, text: todayText, isToday: true };
      const text = day.slice(0, 7) === month ? String(Number(day.slice(8))) : formatUtcDay(day);
      month = day.slice(0, 7);
      return { index, text, isToday: false };
    });
}
