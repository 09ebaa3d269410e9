import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseJson } from '#contract/json.ts';
import { sql } from '#server/db/db.ts';
import { sendPortal } from '#server/testing/portal-calls.ts';
import { startWebhookSite, type WebhookSite } from '#server/testing/webhook-site.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let home: WebhookSite;

beforeEach(async () => {
  home = await startWebhookSite({ now: NOW });
});

afterEach(() => home.close());

/** Types and data of events added to the outbox since the last call, oldest first. */
async function outbox() {
  const rows = await home.service.database.owner.query<{ body: string }>(sql`
    with gone as (delete from webhook_delivery returning body, id) select body from gone order by id`);
  return rows.map(({ body }) => {
    const { type, data } = parseJson(body) as { type: string; data: Record<string, unknown> };
    const { request_id: _request, ...rest } = data;
    return [type, rest];
  });
}

const issue = async (requester_email: string, more: Record<string, unknown> = {}) =>
  (await home.call('POST', 'portal_token', { requester_email, ...more })).json.data;

test('issuing or revoking a link sends an event without its secret and email; reusing one sends none', async () => {
  await home.subscribe();
  const { id, expires_utc, token } = await issue('maren@example.org');
  await issue('maren@example.org');
  expect(await outbox()).toEqual([['portal_token.issued', { id, expires_utc }]]);
  await sendPortal(home.service, 'session', { token });
  await home.call('DELETE', 'portal_token', { id: String(id) });
  await home.call('DELETE', 'portal_token', { id: String(id) });
  expect(await outbox()).toEqual([['portal_token.revoked', { id, revoked_utc: NOW }]]);
});

test('include_pii adds the email, and revoking many links sends one event each', async () => {
  await home.subscribe({ include_pii: true });
  const a = await issue('a@example.org');
  const b = await issue('b@example.org');
  expect((await outbox()).map(([, data]) => Reflect.get(Object(data), 'requester_email'))).toEqual([
    'a@example.org',
    'b@example.org',
  ]);
  const body = { action: 'revoke', ids: [a.id, b.id] };
  await home.call('POST', 'portal_tokens', { ...body, dry_run: true });
  expect(await outbox()).toEqual([]);
  await home.call('POST', 'portal_tokens', body);
  expect(await outbox()).toEqual([
    ['portal_token.revoked', { id: a.id, revoked_utc: NOW, requester_email: 'a@example.org' }],
    ['portal_token.revoked', { id: b.id, revoked_utc: NOW, requester_email: 'b@example.org' }],
  ]);
});

test('a rating on the customer’s page sends the same event as any other', async () => {
  await home.subscribe({ events: ['csat.submitted'] });
  const ticket_id = await home.createTicket({ requester_email: 'a@example.org' });
  await home.call('PATCH', 'ticket', { id: ticket_id, status: 'resolved' });
  const { token } = await issue('a@example.org');
  const { view_token } = (await sendPortal(home.service, 'session', { token })).json.data;
  await sendPortal(home.service, 'rating', { view_token, ticket_id, score: 4 });
  expect(await outbox()).toMatchObject([['csat.submitted', { ticket_id: Number(ticket_id), score: 4 }]]);
});

test('a calendar change lists the parts that changed; an unchanged calendar sends nothing', async () => {
  await home.subscribe();
  const week = [{ day_of_week: 1, open_minute: 540, close_minute: 1_080 }];
  await home.call('PATCH', 'business_calendar', { week, holidays: [{ date: '2026-12-25', name: 'Christmas' }] });
  await home.call('PATCH', 'business_calendar', { week });
  await home.call('PATCH', 'business_calendar', { week, version: 1 });
  await home.call('PATCH', 'business_calendar', { week, flag_on: false });
  expect(await outbox()).toEqual([
    ['business_calendar.updated', { changed: ['week', 'holidays'], version: 2 }],
    ['business_calendar.updated', { changed: ['flag_on'], version: 3 }],
  ]);
});
