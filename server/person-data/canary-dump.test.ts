import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { foldCounters } from '#server/counters/fold-counters.ts';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import { dumpTables } from '#server/testing/tables.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

const EMAIL = 'canary.person@example.org';
const PHONE = '+34 600 700 800';
const NAME = 'Canary Person';
const CANARY = /canary|600.?700/i;

/** The tables that have data of the person before the erasure. */
const HOLDING = [
  'ai_call',
  'ai_review',
  'channel_binding',
  'channel_message',
  'chat_message',
  'chat_session',
  'counter',
  'csat_response',
  'customer_alias',
  'customer_identity',
  'customer_merge',
  'customer_merge_undo',
  'customer_note',
  'feedback',
  'handoff',
  'idempotency_record',
  'portal_token',
  'saved_view',
  'tag',
  'ticket',
  'ticket_activity',
  'ticket_bulk_change',
  'ticket_comment',
  'ticket_undo',
  'visitor',
  'visitor_event',
  'webhook_attempt',
  'webhook_delivery',
];

/** A person with a canary in every field, in every table that a call can write. */
async function canary(): Promise<bigint> {
  const { owner } = desk.service.database;
  const site = desk.home.site.id;
  const at = '2026-11-01T00:00:00Z';
  await owner.query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, key_id, nonce, created_utc, updated_utc)
    values (${site}, 5000, 'https://example.org/', '{*}', true, 'active', '', '', ${at}, ${at}),
      (${site}, 5001, 'https://example.net/', '{*}', false, 'active', '', '', ${at}, ${at})`);
  const tags = `${NAME},canary-handle,vip`;
  const body = { subject: 'canary subject', requester_name: NAME, requester_email: EMAIL, requester_phone: PHONE };
  const { json } = await desk.service.call('POST', 'tickets', {
    token: desk.home.token,
    body: { ...body, initial_comment: 'canary words' },
    headers: { 'idempotency-key': 'canary-key' },
  });
  const ticket = json.data;
  const id = BigInt(ticket.customer_identity_id);
  await desk.send('PATCH', 'customer', { id, display_name: NAME });
  await desk.send('PATCH', 'ticket', { id: ticket.id, tags });
  await desk.send('PATCH', 'ticket', { id: ticket.id, status: 'pending' });
  await desk.post('tickets_bulk', { ids: [ticket.id], patch: { add_tags: [EMAIL] } });
  await desk.post('ticket_comments', { ticket_id: ticket.id, body: 'canary reply' });
  await desk.post('customer_notes', { identity_id: id, body: 'canary note' });
  await desk.bind(id, 'whatsapp', 'canary-handle', { display_handle: '@canary' });
  await desk.post('visitors', {
    ...{ visitor_key: 'canary-visitor', email: EMAIL, phone: PHONE, display_name: NAME },
    attributes: { pet: 'canary' },
  });
  await desk.post('track', {
    visitor_key: 'canary-visitor',
    event: 'canary.opened',
    properties: { on: 'canary page' },
  });
  await desk.post('visitors', { visitor_key: 'canary-gone', email: EMAIL });
  await desk.service.call('DELETE', 'visitors', { token: desk.home.token, query: { key: 'canary-gone' } });
  const said = { messages: [{ role: 'visitor', text: 'canary words', author_name: NAME }] };
  const call = { feature: 'bot', model: 'm', input_tokens: 1, output_tokens: 1, latency_ms: 1, status: 'ok' };
  await desk.post('ingest', {
    items: [
      { kind: 'transcript', session_id: 'canary-1', visitor_key: 'canary-visitor', ...said },
      { kind: 'transcript', session_id: 'canary-2', ticket_id: ticket.id, ...said },
      { kind: 'handoff', session_id: 'canary-1', reason: 'canary asks' },
      { kind: 'ai_call', session_id: 'canary-2', ...call },
      { kind: 'feedback', rating: 2, comment: 'canary says', session_id: 'canary-2' },
      { kind: 'feedback', rating: 3, comment: 'canary says', visitor_key: 'canary-visitor' },
      { kind: 'csat', ticket_id: ticket.id, score: 4, comment: 'canary rates' },
      { kind: 'message', channel: 'whatsapp', direction: 'in', external_user_id: 'canary-handle', text: 'canary' },
      { kind: 'message', channel: 'email', direction: 'in', external_user_id: EMAIL, text: 'canary' },
    ],
  });
  await desk.post('ai_reviews', { session_id: 'canary-1', verdict: 'wrong', note: 'canary was told wrong' });
  await desk.post('portal_token', { requester_email: EMAIL });
  for (const query of [
    { q: `bell ${EMAIL.toUpperCase()}` },
    { requester_email: EMAIL },
    { filter: JSON.stringify({ all: [{ field: 'requester_phone', op: 'is', value: '0034 600700800' }] }) },
    { tag: NAME.toLowerCase() },
    { customer_identity_id: String(id) },
  ]) {
    await desk.post('saved_views', { name: `View ${Object.keys(query).join()}`, shared: true, query });
  }
  const second = await desk.ticket('canary.second@example.org', { requester_name: NAME });
  await desk.merge(id, BigInt(second.customer_identity_id));
  // Receivers that echo the request, or more.
  await owner.query(sql`
    insert into webhook_attempt (site_id, delivery_id, attempt, scheduled_utc, started_utc, duration_ms, http_status, response_excerpt)
    select site_id, id, 1, created_utc, created_utc, 1, 200, 'Thanks, ' || ${NAME}::text from webhook_delivery`);
  // Old enough for its body to be deleted.
  await owner.query(sql`
    update webhook_delivery set body = null, state = 'succeeded', due_utc = null, finished_utc = created_utc
    where id = (select min(id) from webhook_delivery)`);
  return id;
}

test('no table has data of an erased person', async () => {
  const id = await canary();
  const other = await desk.ticket('other@example.org', { requester_name: 'Somebody' });
  await desk.send('PATCH', 'ticket', { id: other.id, tags: 'vip' });
  await desk.post('saved_views', { name: 'Others', query: { q: 'other@example.org' } });
  const { owner } = desk.service.database;
  const before = await dumpTables(owner);
  const tables = (lines: readonly string[]) =>
    [...new Set(lines.filter((line) => CANARY.test(line)).map((line) => line.slice(0, line.indexOf(':'))))].toSorted();
  expect(tables(before)).toEqual(HOLDING);
  const dry = await desk.post('customer_erase', { identity_id: id, dry_run: true });
  expect(await desk.post('customer_erase', { identity_id: id, confirm_email: EMAIL })).toEqual({
    ...dry,
    dry_run: false,
  });
  await foldCounters(owner, desk.home.site.id);
  const after = await dumpTables(owner);
  expect(after.filter((line) => CANARY.test(line))).toEqual([]);
  expect((await desk.get('saved_views')).items).toMatchObject([{ name: 'Others' }]);
  expect((await desk.get('tags')).items).toMatchObject([{ name: 'vip', ticket_count: 1 }]);
  expect((await desk.get('ticket', { id: other.id })).requester_name).toBe('Somebody');
  const [call] = await owner.query(sql`select session_id, model from ai_call`);
  expect(call).toEqual({ session_id: null, model: 'm' });
  const { items } = await desk.get('feedback');
  expect(
    items.map(({ rating, comment, session_id }: Record<string, unknown>) => [rating, comment, session_id]),
  ).toEqual(
    expect.arrayContaining([
      [2, null, null],
      [3, null, null],
    ]),
  );
});

test('a tag that others use stays, and so does a view that only contains a part of a name', async () => {
  const id = await canary();
  const other = await desk.ticket('other@example.org');
  await desk.send('PATCH', 'ticket', { id: other.id, tags: NAME });
  await desk.post('saved_views', { name: 'People', query: { q: 'person' } });
  await desk.post('customer_erase', { identity_id: id, confirm_email: EMAIL });
  const tags = (await desk.get('tags')).items.map(({ name }: { name: string }) => name);
  expect(tags.toSorted()).toEqual([NAME, 'vip']);
  const views = (await desk.get('saved_views')).items.map(({ name }: { name: string }) => name);
  expect(views.toSorted()).toEqual(['People', 'View tag']);
});
