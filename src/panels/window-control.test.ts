import { expect, test } from 'vitest';
import { datesProblem } from './window-control.tsx';

const TODAY = '2026-11-20';

test('both days are needed, in their order, not in the future and not without end', () => {
  expect(datesProblem({ first: '', last: TODAY }, TODAY)).toBe('Enter both days.');
  expect(datesProblem({ first: '2026-11-02', last: '2026-11-01' }, TODAY)).toMatch(/after the last/);
  expect(datesProblem({ first: '2026-11-21', last: '2026-11-22' }, TODAY)).toMatch(/not begun/);
  expect(datesProblem({ first: '2025-11-20', last: '2026-11-20' }, TODAY)).toBeNull();
  expect(datesProblem({ first: '2025-11-19', last: '2026-11-20' }, TODAY)).toMatch(/366/);
  expect(datesProblem({ first: TODAY, last: TODAY }, TODAY)).toBeNull();
});
