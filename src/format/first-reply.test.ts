import { expect, test } from 'vitest';
import { firstReply } from './first-reply.ts';

const HOUR = 3_600_000;
const created = '2026-11-20T08:00:00.000Z';
const at = (hours: number) => Date.parse(created) + hours * HOUR;
const open = { created_utc: created, first_response_utc: null, status: 'open' };

test.each([
  [0.9, 'quiet'],
  [1, 'near'],
  [1.99, 'near'],
  [2, 'late'],
])('after %f hours of a 2 hour threshold the age is %s', (hours, tone) => {
  expect(firstReply(open, at(hours), 2 * HOUR)).toEqual({ state: 'waiting', ms: hours * HOUR, tone });
});

test('an unknown threshold colours nothing', () => {
  expect(firstReply(open, at(100), null).tone).toBe('quiet');
});

test('a given reply counts from creation to the reply, whatever the clock says', () => {
  const replied = { ...open, first_response_utc: '2026-11-20T08:22:00.000Z' };
  expect(firstReply(replied, at(500), 2 * HOUR)).toEqual({ state: 'replied', ms: 22 * 60_000, tone: 'quiet' });
});

test.each(['resolved', 'closed'])('nobody waits for a first reply to a %s ticket', (status) => {
  expect(firstReply({ ...open, status }, at(9), 2 * HOUR)).toMatchObject({ state: 'ended', tone: 'quiet' });
});

test('a clock behind the service never gives a negative age', () => {
  expect(firstReply(open, at(-1), 2 * HOUR).ms).toBe(0);
});
