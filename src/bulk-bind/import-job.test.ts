import { expect, test } from 'vitest';
import { canContinue } from './import-job.ts';

test('BB-09: a stopped import continues only with the rows that its dry run was about', () => {
  const run = { phase: 'stopped', fileVersion: 3 } as const;
  expect(canContinue({ checked: null, version: 3 }, run)).toBe(true);
  expect(canContinue({ checked: null, version: 4 }, run)).toBe(false);
  // Columns were matched again, and the rows are being checked.
  expect(canContinue({ checked: 0.5, version: 3 }, run)).toBe(false);
  expect(canContinue({ checked: null, version: 3 }, { ...run, phase: 'done' })).toBe(false);
});
