import { expect, test } from 'vitest';
import { formatUtcDate, formatUtcDay } from '#src/format/days.ts';
import { formatZoneDays, formatZoneDaysAndYears } from './day-window.ts';

test('days are named with their zone, a single one by itself, and with their years where two of them differ', () => {
  const text = (from: string, to: string) => formatZoneDays({ from, to }, 'Europe/Berlin');
  const [first, last] = ['2026-10-27', '2026-11-25'];
  expect(text(first, '2026-11-26')).toBe(`${formatUtcDay(first)} to ${formatUtcDay(last)}, Europe/Berlin`);
  expect(text(last, '2026-11-26')).toBe(`${formatUtcDay(last)}, Europe/Berlin`);
  expect(text('2025-11-26', '2026-11-26')).toBe(
    `${formatUtcDate('2025-11-26')} to ${formatUtcDate(last)}, Europe/Berlin`,
  );
});

test('what outlives its year names it', () => {
  const text = (from: string, to: string) => formatZoneDaysAndYears({ from, to }, 'UTC');
  const [first, last] = [formatUtcDate('2026-10-27'), formatUtcDate('2026-11-25')];
  expect(last).toContain('2026');
  expect(text('2026-10-27', '2026-11-26')).toBe(`${first} to ${last}, UTC`);
  expect(text('2026-11-25', '2026-11-26')).toBe(`${last}, UTC`);
});
