import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const COUNT = 40_000;
let service: TestService;
let home: TestSite;
let other: TestSite;

beforeAll(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({});
  other = await service.createSite({ name: 'Other' });
  await service.database.owner.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, created_utc, updated_utc, search_text)
    select ${home.site.id}, n, n, 'Ticket', 'open', 'normal', 'web', at, at, ''
    from generate_series(1, ${COUNT}::integer) n, lateral (select ${NOW}::timestamptz - make_interval(mins => n) as at) t`);
  await service.database.owner.query(sql`vacuum (analyze) ticket`);
});
afterAll(() => service.close());

test('CAL-13: a count of very many tickets lets calls of another site between its steps', async () => {
  let isOver = false;
  const counting = service
    .call('POST', 'calendar_preview', { token: home.token, body: { impact_days: 90 } })
    .finally(() => (isOver = true));
  let answered = 0;
  while (!isOver) {
    expectSuccess(await service.call('GET', 'tickets', { token: other.token }));
    answered += 1;
  }
  const answer = await counting;
  expect(answer.json.data.impact.tickets).toBe(COUNT);
  expect(answered).toBeGreaterThan(2);
});
