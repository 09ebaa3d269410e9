import { expect, test } from 'vitest';
import type { CsatSummary } from '#contract/csat-reports.ts';
import { formatUtcDay } from '#src/format/days.ts';
import { sentenceOf } from './head.tsx';

/** As the locale of the machine writes them. */
const WINDOW = `${formatUtcDay('2026-10-27')} to ${formatUtcDay('2026-11-25')}, Europe/Berlin`;

const DISTRIBUTION = { '0': 5, '1': 14, '2': 15, '3': 28, '4': 104, '5': 246 };
const TOTALS = { resolved: 1_084, response_rate: 0.38, distribution: DISTRIBUTION };

const SUMMARY: CsatSummary = {
  from: '2026-10-27',
  to: '2026-11-26',
  zone: 'Europe/Berlin',
  definition: 'mean',
  good_from: 4,
  ...TOTALS,
  responses: 412,
  value: 4.3058,
  previous: { ...TOTALS, from: '2026-09-27', to: '2026-10-27', responses: 398, value: 4.2 },
};

test('CS-03: the sentence says score, sizes, days, zone and the period before', () => {
  expect(sentenceOf(SUMMARY)).toBe(`4.31 of 5 from 412 answers, ${WINDOW}. 4.20 from 398 in the 30 days before.`);
});

test('CS-09: fewer than 30 answers in either period are too few to compare', () => {
  expect(sentenceOf({ ...SUMMARY, responses: 29 })).toBe(
    `4.31 of 5 from 29 answers, ${WINDOW}. 4.20 from 398 in the 30 days before: too few answers to compare.`,
  );
  expect(sentenceOf({ ...SUMMARY, previous: { ...SUMMARY.previous, responses: 29 } })).toMatch(
    /4\.20 from 29 in the 30 days before: too few answers to compare\.$/,
  );
  const nothing = { ...SUMMARY.previous, responses: 0, value: null };
  expect(sentenceOf({ ...SUMMARY, responses: 1, previous: nothing })).toBe(
    `4.31 of 5 from 1 answer, ${WINDOW}. No answers in the 30 days before.`,
  );
  expect(sentenceOf({ ...SUMMARY, responses: 0, value: null })).toBe(
    `No answers, ${WINDOW}. 4.20 from 398 in the 30 days before.`,
  );
});

test('CS-07: a share names the scores that it counts, by what the site calls good', () => {
  const share = { ...SUMMARY, definition: 'share_good', value: 0.8495 } as const;
  expect(sentenceOf(share)).toMatch(/^85\.0\u00a0% gave 4 or 5, of 412 answers, /);
  expect(sentenceOf({ ...share, good_from: 3 })).toMatch(/gave 3 to 5, of/);
  expect(sentenceOf({ ...share, definition: 'share_top' })).toMatch(/gave 5, of/);
});

test('CS-03: a window of one day is named by it', () => {
  expect(sentenceOf({ ...SUMMARY, from: '2026-11-25', to: '2026-11-26' })).toContain(
    `answers, ${formatUtcDay('2026-11-25')}, Europe/Berlin. 4.20 from 398 in the day before`,
  );
});
