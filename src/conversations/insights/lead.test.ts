import { expect, test } from 'vitest';
import { leadTexts } from './lead.tsx';

const row = (label: string, count: number, previous: number) => ({ label, count, previous, sessions: count });

test('HT-04: where nothing changed clearly, the question and the reason that grew most are named all the same', () => {
  const { sentence, evidence } = leadTexts({
    questions: { rows: [row('E14', 35, 18), row('Order', 35, 30)], total: 70, previousTotal: 48 },
    reasons: { rows: [row('Error remains', 17, 10), row('Theft', 1, 3)], total: 18, previousTotal: 13 },
    now: { sessions: 159, handed_over: 55 },
    before: { sessions: 182, handed_over: 60 },
  });
  expect(sentence).toBe('No question changed clearly; handovers are about the same.');
  expect(evidence[0]).toMatch(/E14.* grew most, from 18 to 35, which may be chance\.$/);
  expect(evidence.at(-1)).toMatch(/Error remains.*, from 10 to 17\.$/);
});
