import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryHours, HOURS_DAYS as DAYS } from '#server/testing/arbitrary-hours.ts';
import { isWithinHours, type BusinessHours } from './business-hours.ts';
import { OpenTime } from './open-time.ts';
import { ReplyClock } from './reply-clock.ts';

// The model only knows whether a site is open in a minute, and checks one minute after the other.
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const cases = fc.record({
  hours: arbitraryHours,
  offsetMs: fc.integer({ min: 0, max: DAY_MS }),
  openMinutes: fc.integer({ min: 1, max: 2_000 }),
});

/** Whether each minute is open, starting with the minute of an instant. */
function minutesFrom(hours: BusinessHours, atMs: number, days: number): { startMs: number; isOpen: boolean[] } {
  const startMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  const isOpen = Array.from({ length: days * 1440 }, (_, n) => isWithinHours(hours, new Date(startMs + n * MINUTE_MS)));
  return { startMs, isOpen };
}

test('CAL-11: open state and next change agree with the minutes', () => {
  fc.assert(
    fc.property(cases, ({ hours: { hours, fromMs }, offsetMs }) => {
      const atMs = fromMs + offsetMs;
      const { startMs, isOpen } = minutesFrom(hours, atMs, DAYS);
      const open = new OpenTime(hours);
      const change = isOpen.findIndex((value) => value !== isOpen[0]);
      const expected = change === -1 ? null : startMs + change * MINUTE_MS;
      // The model ends at the last whole minute of the days.
      const found = open.changeAfter(atMs, DAYS);
      expect(found !== null && found >= startMs + DAYS * DAY_MS ? null : found).toBe(expected);
    }),
    { numRuns: 80 },
  );
});

test('IN-35: a reply is due after the target number of open minutes', () => {
  fc.assert(
    fc.property(cases, ({ hours: { hours, fromMs }, offsetMs, openMinutes }) => {
      const atMs = fromMs + offsetMs;
      const { startMs, isOpen } = minutesFrom(hours, atMs, DAYS);
      const sinceStart = atMs - startMs;
      let leftMs = openMinutes * MINUTE_MS;
      let dueMs: number | null = null;
      for (const [n, isMinuteOpen] of isOpen.entries()) {
        if (!isMinuteOpen) continue;
        const minuteMs = startMs + n * MINUTE_MS + (n === 0 ? sinceStart : 0);
        const lengthMs = n === 0 ? MINUTE_MS - sinceStart : MINUTE_MS;
        if (lengthMs >= leftMs) {
          dueMs = minuteMs + leftMs;
          break;
        }
        leftMs -= lengthMs;
      }
      const found = new OpenTime(hours).after(atMs, openMinutes * MINUTE_MS, startMs + DAYS * DAY_MS);
      expect(found !== null && found > startMs + DAYS * DAY_MS ? null : found).toBe(dueMs);
    }),
    { numRuns: 80 },
  );
});

test('IN-35: messages up to an instant are overdue, later ones are not', () => {
  const offsets = fc.array(fc.integer({ min: -3 * DAY_MS, max: 0 }), { minLength: 5, maxLength: 10 });
  fc.assert(
    fc.property(
      cases,
      offsets,
      fc.boolean(),
      ({ hours: { hours, fromMs }, offsetMs, openMinutes }, ago, isInEffect) => {
        const nowMs = fromMs + offsetMs + 3 * DAY_MS;
        const clock = new ReplyClock(isInEffect ? new OpenTime(hours) : null, openMinutes);
        const latestMs = clock.overdueSince(nowMs);
        const around = latestMs === null ? [] : [latestMs - 1, latestMs, latestMs + 1];
        for (const sinceMs of [...ago.map((offset) => nowMs + offset), ...around]) {
          const dueMs = clock.dueAfter(sinceMs, nowMs);
          expect(latestMs !== null && sinceMs <= latestMs).toBe(dueMs !== null && dueMs <= nowMs);
        }
      },
    ),
    { numRuns: 200 },
  );
});
