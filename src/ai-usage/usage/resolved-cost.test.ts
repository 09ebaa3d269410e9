import { expect, test } from 'vitest';
import { costPerTicket, resolvedFilter } from './resolved-cost.ts';

test('AI-18: the cost of the days for each ticket that was resolved in them, and nothing without any', () => {
  expect(costPerTicket(652.98, 1006)).toBeCloseTo(0.6491, 4);
  expect(costPerTicket(0, 4)).toBe(0);
  expect(costPerTicket(1, 0)).toBeNull();
});

test('resolved tickets are those of whole UTC days', () => {
  expect(JSON.parse(resolvedFilter({ from: '2028-02-29', to: '2028-03-01' }))).toEqual({
    all: [{ field: 'resolved_utc', op: 'between', value: ['2028-02-29T00:00:00.000Z', '2028-03-01T00:00:00.000Z'] }],
  });
});
