import { expect, test } from 'vitest';
import { costliest, type Costliest, type Spent } from './costliest.ts';
import { fromPico, toPico } from '#contract/usd.ts';

interface Row extends Spent {
  readonly key: string | null;
}
const row = (key: string | null, calls: number, cost_usd: number): Row => ({ key, calls, cost_usd });
const isNone = ({ key }: Row) => key === null;

function added({ rows, none, rest }: Costliest<Row>) {
  const listed = none === null ? rows : [...rows, none];
  return {
    calls: listed.reduce((sum, { calls }) => sum + calls, rest?.calls ?? 0),
    cost: listed.reduce((sum, { cost_usd }) => sum + toPico(cost_usd), rest?.cost ?? 0n),
  };
}

test('AI-22: the list, what belongs to none and the tail add up to the total', () => {
  const found = costliest({
    rows: [row('a', 4, 1.1), row(null, 20, 0.7), row('b', 2, 0.2), row('c', 1, 0.1)],
    groups: 12,
    total: { calls: 60, cost_usd: 3.33 },
    limit: 2,
    isNone,
  });
  expect(found.rows.map(({ key }) => key)).toEqual(['a', 'b']);
  expect(found.none?.cost_usd).toBe(0.7);
  // 3.33 - 1.1 - 0.2 - 0.7, and 60 - 4 - 2 - 20; 12 groups without the two and the one of none
  expect(found.rest).toEqual({ calls: 34, cost: toPico(1.33), groups: 9 });
  expect(added(found)).toEqual(found.total);
  expect(fromPico(found.total.cost)).toBe(3.33);
});

test('without a tail there is no line of it', () => {
  const found = costliest({
    rows: [row('a', 1, 0.1), row('b', 1, 0.2)],
    groups: 2,
    total: { calls: 2, cost_usd: 0.3 },
    limit: 10,
    isNone,
  });
  expect(found).toMatchObject({ none: null, rest: null, total: { calls: 2, cost: toPico(0.3) } });
});

test('AI-22: what belongs to none and is not among the rows stays in the tail', () => {
  const found = costliest({
    rows: [row('a', 1, 5)],
    groups: 3,
    total: { calls: 9, cost_usd: 6 },
    limit: 1,
    isNone,
  });
  expect(found.none).toBeNull();
  expect(found.rest).toEqual({ calls: 8, cost: toPico(1), groups: 2 });
});

test('a call that was made between the two answers makes no negative line', () => {
  const found = costliest({
    rows: [row('a', 3, 0.31)],
    groups: 1,
    total: { calls: 2, cost_usd: 0.3 },
    limit: 10,
    isNone,
  });
  expect(found.rest).toBeNull();
  expect(found.total).toEqual({ calls: 3, cost: toPico(0.31) });
});
