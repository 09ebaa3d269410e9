import { beforeEach, expect, test } from 'vitest';
import { noteVisit, visitBefore } from './visit.ts';

const START = Date.parse('2026-11-18T08:00:00Z');
const MINUTE = 60_000;

let site = 0n;
beforeEach(() => {
  site += 1n;
});

test('the visit before ends where nobody looked for half an hour; refreshes and reloads go on with the same one', () => {
  expect(visitBefore(site, START)).toBeNull();
  noteVisit(site, START);
  noteVisit(site, START + 20 * MINUTE);
  expect(visitBefore(site, START + 40 * MINUTE)).toBeNull();
  const back = START + 51 * MINUTE;
  expect(visitBefore(site, back)).toBe('2026-11-18T08:20:00.000Z');
  noteVisit(site, back);
  noteVisit(site, back + 10 * MINUTE);
  expect(visitBefore(site, back + 15 * MINUTE)).toBe('2026-11-18T08:20:00.000Z');
  expect(visitBefore(site + 100n, back)).toBeNull();
});
