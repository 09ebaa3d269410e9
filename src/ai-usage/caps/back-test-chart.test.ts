import { expect, test } from 'vitest';
import { isFarAbove } from './caps-tab.tsx';

test('a saved cap that is far above all days is left out of the chart, so that they keep their height', () => {
  const days = [200_000, 275_000, 0];
  expect(isFarAbove({ saved: 2_000_000n, amount: 300_000n }, days)).toBe(true);
  expect(isFarAbove({ saved: 2_000_000n, amount: 2_000_000n }, days)).toBe(true);
  expect(isFarAbove({ saved: 800_000n, amount: 300_000n }, days)).toBe(false);
  // What is tried is in the chart, however high.
  expect(isFarAbove({ saved: 2_000_000n, amount: 1_500_000n }, days)).toBe(false);
  expect(isFarAbove({ saved: null, amount: 300_000n }, days)).toBe(false);
  expect(isFarAbove({ saved: 10, amount: 10 }, [0])).toBe(false);
});
