import { expect, test } from 'vitest';
import { figureOf, orderSpenders } from './spenders-panel.tsx';

const spender = (name: string, cost_usd: number, input_tokens: bigint) => ({
  name,
  figures: {
    calls: 1,
    cost_usd,
    input_tokens,
    output_tokens: 1n,
    errors: 0,
    refused: 0,
    unpriced_calls: 0,
    p50_ms: null,
    p95_ms: null,
  },
});

test('the largest first, the other way round, and equal ones by name', () => {
  const rows = [spender('b', 1, 5n), spender('c', 2, 9_007_199_254_740_993n), spender('a', 1, 9_007_199_254_740_992n)];
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).join('');
  expect(names(orderSpenders(rows, '-cost'))).toBe('cab');
  expect(names(orderSpenders(rows, 'cost'))).toBe('abc');
  expect(names(orderSpenders(rows, '-tokens'))).toBe('cab');
  expect(names(orderSpenders(rows, 'tokens'))).toBe('bac');
});

test('tokens are input and output together, every digit', () => {
  expect(figureOf('tokens', spender('a', 0, 9_007_199_254_740_993n).figures)).toBe(9_007_199_254_740_994n);
});
