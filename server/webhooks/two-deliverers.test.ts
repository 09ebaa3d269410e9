import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';
import { leaseDue } from './lease.sql.ts';

const COUNT = 120;

let home: WebhookSite;
let second: TestService;

beforeEach(async () => {
  home = await startWebhookSite();
  second = await startTestService({ emptyFirst: false, config: { webhookAllowPrivate: true } });
});

afterEach(async () => {
  await second.close();
  await home.close();
});

async function take(limit = 32, mostPerEndpoint = 8) {
  const now = home.service.clock.now();
  const request = {
    now,
    until: new Date(now.getTime() + 60_000),
    lease: randomUUID(),
    limit,
    mostPerEndpoint,
    breakerFailures: 10,
  };
  const siteId = home.site.id;
  return home.service.database.forSite(siteId).transaction((db) => leaseDue(db, siteId, request));
}

const run = (service: TestService) => service.app.deliverer?.runDue();

test('two deliverers on one database lease nothing twice, and both work', async () => {
  await home.subscribe({ events: ['ticket.created'] });
  for (let n = 0; n < COUNT / 20; n += 1) await Promise.all(Array.from({ length: 20 }, () => home.createTicket()));
  let most = 0;
  // Count rows: a deliverer still counts a delivery as in flight shortly after its end, when another is already leased.
  const count = sql`select count(*)::integer as total from webhook_delivery where state = 'delivering'`;
  home.receiver.answer((response) => {
    void home.service.database.owner.query<{ total: number }>(count).then(([row]) => {
      most = Math.max(most, row?.total ?? Infinity);
      response.end();
    });
  });
  await Promise.all([run(home.service), run(second)]);
  await Promise.all([run(home.service), run(second)]);
  const ids = home.receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(COUNT);
  expect(new Set(ids).size).toBe(COUNT);
  // The limit per endpoint covers both.
  expect(most).toBeLessThanOrEqual(8);
  expect((await home.call('GET', 'webhook_deliveries', { state: 'succeeded' })).json.data.total_count).toBe(COUNT);
});

test('concurrent leases together stay within the limit of an endpoint', async () => {
  await home.subscribe({ events: ['ticket.created'] });
  await Promise.all(Array.from({ length: 60 }, () => home.createTicket()));
  const taken = (await Promise.all(Array.from({ length: 6 }, () => take()))).flat();
  expect(new Set(taken.map(({ id }) => id)).size).toBe(8);
  expect(taken).toHaveLength(8);
});

test('an expired lease passes to the other deliverer with the same ID, and the late outcome changes nothing', async () => {
  await home.subscribe({ events: ['ticket.created'] });
  await home.createTicket();
  const late = Promise.withResolvers<() => void>();
  home.receiver.answer((response) => late.resolve(() => response.writeHead(500).end()));
  const first = run(home.service);
  const answerLate = await late.promise;
  home.receiver.answer(200);
  await run(second);
  expect(home.receiver.received).toHaveLength(1);
  home.service.clock.advance(60_000);
  second.clock.advance(60_000);
  await run(second);
  const ids = home.receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  answerLate();
  await first;
  const [delivery] = await home.deliveries();
  expect(delivery).toMatchObject({ state: 'succeeded', attempt_count: 1, last_http_status: 200 });
});

test('the longest due is leased first, per endpoint and overall, regardless of creation order', async () => {
  await home.subscribe({ events: ['ticket.created'] });
  await home.subscribe({ events: ['ticket.created'] });
  for (let n = 0; n < 3; n += 1) await home.createTicket();
  const { owner } = home.service.database;
  // The newest is due for the longest, by one second each.
  await owner.query(sql`
    update webhook_delivery d set due_utc = d.due_utc - u.place * interval '1 second'
    from (select id, row_number() over (order by id) as place from webhook_delivery) u where u.id = d.id`);
  const made = (await owner.query<{ id: bigint }>(sql`select id from webhook_delivery order by id`)).map(
    ({ id }) => id,
  );
  expect(made).toHaveLength(6);
  const longestFirst = made.toReversed();
  const shareOfOne = await take(32, 1);
  expect(new Set(shareOfOne.map(({ id }) => id))).toEqual(new Set(longestFirst.slice(0, 2)));
  const rest: bigint[] = [];
  for (let n = 0; n < 4; n += 1) rest.push(...(await take(1)).map(({ id }) => id));
  expect(rest).toEqual(longestFirst.slice(2));
});
