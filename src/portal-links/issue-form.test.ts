import { expect, test } from 'vitest';
import { readDays, reuseWords } from './issue-form.tsx';

const dayOf = (iso: string) => iso.slice(0, 10);
const link = { expires_utc: '2026-12-11T09:00:00.000Z' };

test('PT-03: reuse says until when the link is that it gives again, before it is asked for', () => {
  expect(reuseWords([link], { reuses: true, maxDays: 365 }, dayOf)).toBe(
    'This address has a link until 2026-12-11. You get that one again; the days above don’t change it.',
  );
  expect(reuseWords([link], { reuses: false, maxDays: 365 }, dayOf)).toContain('keeps working until 2026-12-11');
  expect(reuseWords([], { reuses: true, maxDays: 365 }, dayOf)).toBe(
    'This address has no active link, so you get a new one.',
  );
  expect(reuseWords(undefined, { reuses: true, maxDays: 365 }, dayOf)).toContain(
    'If this address already has an active link',
  );
  expect(reuseWords([], { reuses: true, maxDays: 30 }, dayOf)).toBe(
    'No active link of this address ends within 30 days, so you get a new one.',
  );
});

test('so many days are read as a whole number, and no other', () => {
  expect(['1', ' 30 ', '365', '007'].map((text) => readDays(text, 365))).toEqual([1, 30, 365, 7]);
  for (const text of ['', '0', '366', '1.000', '1.5', '1,5', '1e1', '-1', 'x'])
    expect(readDays(text, 365), text).toBeNull();
  expect(['30', '31'].map((text) => readDays(text, 30))).toEqual([30, null]);
});
