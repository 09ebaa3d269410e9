import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { parseJson } from '#contract/json.ts';
import { sql } from '#server/db/db.ts';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  home = await service.createSite();
});

afterEach(() => service.close());

const call = async (method: string, resource: string, request: object) => {
  const answer = await service.call(method, resource, { token: home.token, ...request });
  expectSuccess(answer);
  return answer.json.data;
};
const subscribe = (include_pii: boolean) =>
  call('POST', 'webhook_subscriptions', { body: { url: 'https://hooks.example.org/in', events: ['*'], include_pii } });
const ingest = (...items: object[]) => call('POST', 'ingest', { body: { items } });

const Told = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) });

/** Events sent so far, oldest first: type and data without the request ID. */
async function sentEvents() {
  const rows = await service.database.owner.query<{ body: string }>(sql`select body from webhook_delivery order by id`);
  return rows.map(({ body }) => {
    const { type, data } = Told.parse(parseJson(body));
    const { request_id: _id, ...rest } = data;
    return [type, rest];
  });
}

test('a handoff sends one event when created and one when resolved, without its reason', async () => {
  await subscribe(true);
  const handoff = { kind: 'handoff', session_id: 's1', reason: 'canary' };
  const { results } = await ingest(handoff);
  await ingest(handoff, { ...handoff, status: 'taken' }, { ...handoff, status: 'resolved' });
  await ingest({ kind: 'handoff', session_id: 's1', reason: '' });
  const data = { id: results[0].id, session_id: 's1', channel: 'web', ticket_id: null };
  expect(await sentEvents()).toEqual([
    ['handoff.created', { ...data, status: 'waiting' }],
    ['handoff.resolved', { ...data, status: 'resolved' }],
  ]);
});

test('a stored rating sends an event, a failed one does not', async () => {
  const { id: ticket_id } = await call('POST', 'tickets', { body: { subject: 'Bell' } });
  await subscribe(true);
  const { results } = await ingest(
    { kind: 'csat', ticket_id, score: 4, comment: 'canary' },
    { kind: 'csat', ticket_id: 424_242, score: 1 },
  );
  expect(await sentEvents()).toEqual([['csat.submitted', { id: results[0].id, ticket_id, score: 4 }]]);
});

test('a visitor event has the ID; personal data only with include_pii', async () => {
  await subscribe(false);
  const body = { visitor_key: 'v1', email: 'ada@example.org', display_name: 'Ada' };
  const { id } = await call('POST', 'visitors', { body });
  await call('POST', 'visitors', { body: { visitor_key: 'v1' } });
  await call('POST', 'track', { body: { visitor_key: 'v1', event: 'a' } });
  await call('DELETE', 'visitors', { query: { key: 'v1' } });
  await call('DELETE', 'visitors', { query: { key: 'v1' } });
  expect(await sentEvents()).toEqual([
    ['visitor.upserted', { id, created: true, customer_identity_id: null }],
    ['visitor.upserted', { id, created: false, customer_identity_id: null }],
    ['visitor.deleted', { id, erased_events: 1, erased_sessions: 0 }],
  ]);
  await service.database.owner.query(sql`delete from webhook_subscription`);
  await subscribe(true);
  await call('POST', 'track', { body: { visitor_key: 'v2', event: 'a' } });
  await call('POST', 'visitors', { body: { ...body, visitor_key: 'v2' } });
  expect(await sentEvents()).toMatchObject([
    ['visitor.upserted', { created: true, visitor_key: 'v2', email: null }],
    ['visitor.upserted', { created: false, visitor_key: 'v2', email: 'ada@example.org', display_name: 'Ada' }],
  ]);
});
