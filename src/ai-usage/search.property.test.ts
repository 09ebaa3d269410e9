import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, monthEnd } from '#src/format/days.ts';
import { daysOf, isAhead, MAX_WINDOW_DAYS, windowBefore, windowOf, formatUtcDays } from '#src/panels/day-window.ts';
import { datesProblem } from '#src/panels/window-control.tsx';
import { daysOfRows } from './figures/days.ts';
import { usageSearch } from './search.ts';
import { unusualIn } from './usage/shown-figures.ts';

const year = fc.oneof(
  fc.constantFrom(1, 999, 1000, 1969, 1970, 2026, 2027, 2999, 3000, 9999),
  fc.integer({ min: 0, max: 12_000 }),
);
const date = fc
  .record({ year, month: fc.integer({ min: 0, max: 13 }), day: fc.integer({ min: 0, max: 32 }) })
  .map(({ year, month, day }) =>
    [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-'),
  );
const amount = fc.oneof(
  fc.constantFrom(
    '0',
    '12,50',
    '1e400',
    '-1',
    'none',
    '999999999999999.999999999999',
    '0.000000000001',
    'NaN',
    'Infinity',
  ),
  fc.double().map(String),
  fc.string(),
);
/** Anything that an address may contain. */
const raw = fc.record(
  {
    from: fc.oneof(date, fc.string()),
    to: fc.oneof(date, fc.string()),
    days: fc.oneof(fc.integer(), fc.string()),
    skip: fc.oneof(fc.integer(), amount),
  },
  { requiredKeys: [] },
);

test('no address makes the page calculate with an invalid day', () => {
  fc.assert(
    fc.property(raw, fc.constantFrom('1970-01-01', '2026-11-18', '2028-02-29'), (address, today) => {
      const search = usageSearch(address);
      const window = windowOf(search, today);
      expect(window.days).toBeGreaterThan(0);
      expect(window.days).toBeLessThanOrEqual(MAX_WINDOW_DAYS);
      const before = windowBefore(window);
      const days = daysOf(window);
      const texts = [
        formatUtcDays(window),
        formatUtcDays(before),
        ...days.slice(-1),
        before.from,
        monthEnd(window.from),
      ];
      for (const text of texts) expect(text).not.toMatch(/NaN|Invalid|undefined|^[+-]/);
      const shown = daysOfRows([], window, today);
      expect(shown.length === 0).toBe(isAhead(window, today));
      expect(unusualIn(shown, new Map(), { from: window.from, today })).toEqual([]);
      expect(datesProblem({ first: window.from, last: addDays(window.to, -1) }, today)).toBe(
        isAhead(window, today) ? 'These days have not begun yet.' : null,
      );
    }),
    { numRuns: 400 },
  );
});

test.each([
  ['2027-01-01', '2027-02-01', true],
  ['2026-11-10', '2026-12-24', false],
])('a window ahead has no days yet, one that has begun has those up to today: %s to %s', (from, to, isEmpty) => {
  const window = windowOf(usageSearch({ from, to }), '2026-11-18');
  expect(daysOfRows([], window, '2026-11-18').length === 0).toBe(isEmpty);
});

test('a window of more days than can be shown is named and left out', () => {
  expect(usageSearch({ from: '1000-01-01', to: '9999-12-31' }).ignored).toContain('from=1000-01-01');
  expect(usageSearch({ from: '2025-01-01', to: '2026-01-03' }).ignored).toBe('from=2025-01-01, to=2026-01-03');
  expect(usageSearch({ from: '2025-01-01', to: '2026-01-02' })).toEqual({ from: '2025-01-01', to: '2026-01-02' });
});
