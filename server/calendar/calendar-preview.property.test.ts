import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { arbitraryHours, HOURS_DAYS } from '#server/testing/arbitrary-hours.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { isWithinHours, type BusinessHours } from './business-hours.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const TARGET_MINUTES = 45;
let service: TestService;
let home: TestSite;

beforeAll(async () => {
  service = await startTestService();
  home = await service.createSite({});
  const body = { version: 0, values: { reply_target_minutes: TARGET_MINUTES } };
  expectSuccess(await service.call('PATCH', 'site_settings', { token: home.token, body }));
});
afterAll(() => service.close());

interface Asked {
  readonly createdMs: number;
  readonly repliedMs: number | null;
}

/** Looks at each minute between question and answer. */
function isInTime(hours: BusinessHours, { createdMs, repliedMs }: Asked): boolean {
  if (repliedMs === null) return false;
  let openMs = 0;
  for (let fromMs = createdMs; fromMs < repliedMs;) {
    const toMs = Math.min(repliedMs, (Math.floor(fromMs / MINUTE_MS) + 1) * MINUTE_MS);
    if (isWithinHours(hours, new Date(fromMs))) openMs += toMs - fromMs;
    fromMs = toMs;
  }
  return openMs <= TARGET_MINUTES * MINUTE_MS;
}

function countsOf(hours: BusinessHours, tickets: readonly Asked[]) {
  return {
    inside: tickets.filter(({ createdMs }) => isWithinHours(hours, new Date(createdMs))).length,
    inTime: tickets.filter((ticket) => isInTime(hours, ticket)).length,
  };
}

const someTickets = fc.array(
  fc.record({
    offsetMs: fc.integer({ min: 0, max: HOURS_DAYS * DAY_MS - 1 }),
    // Mostly near the target, where a minute decides.
    afterMs: fc.option(fc.integer({ min: 0, max: 180 * MINUTE_MS })),
  }),
  { minLength: 1, maxLength: 25 },
);

test('CAL-13: current and proposed hours count tickets and replies as a look at each minute does', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryHours, arbitraryHours, someTickets, async (saved, tried, asked) => {
      service.clock.set(new Date(saved.fromMs + HOURS_DAYS * DAY_MS).toISOString());
      const { token } = await service.issueToken(home.site);
      const tickets = asked.map(({ offsetMs, afterMs }) => {
        const createdMs = saved.fromMs + offsetMs;
        return { createdMs, repliedMs: afterMs === null ? null : createdMs + afterMs };
      });
      await service.database.owner.query(sql`delete from ticket where site_id = ${home.site.id}`);
      await service.database.owner.query(sql`
        insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, created_utc, updated_utc,
          first_response_utc, search_text)
        select ${home.site.id}, n, n, 'Ticket', 'open', 'normal', 'web', u.created, u.created, u.replied, ''
        from unnest(${tickets.map(({ createdMs }) => new Date(createdMs))}::timestamptz[],
          ${tickets.map(({ repliedMs }) => (repliedMs === null ? null : new Date(repliedMs)))}::timestamptz[])
          with ordinality u (created, replied, n)`);
      const body = { ...saved.calendar, flag_on: true };
      expectSuccess(await service.call('PATCH', 'business_calendar', { token, body }));
      const answer = await service.call('POST', 'calendar_preview', {
        token,
        body: { calendar: tried.calendar, impact_days: HOURS_DAYS },
      });
      const current = countsOf(saved.hours, tickets);
      const proposed = countsOf(tried.hours, tickets);
      expect(answer.json.data.impact).toEqual({
        tickets: tickets.length,
        inside_current: current.inside,
        inside_proposed: proposed.inside,
        first_replies: tickets.filter(({ repliedMs }) => repliedMs !== null).length,
        in_time_current: current.inTime,
        in_time_proposed: proposed.inTime,
      });
    }),
    { numRuns: 25 },
  );
});
