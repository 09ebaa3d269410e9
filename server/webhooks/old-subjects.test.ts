import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MIGRATIONS } from '#server/db/migrate.ts';
import { sql } from '#server/db/db.ts';
import { CustomerDesk } from '#server/testing/customer-desk.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

const subjects = () =>
  desk.service.database.owner.query(sql`
    select event_type, about_ticket_id, about_visitor_id, about_identity_id, about_session_id, about_email_key,
      about_phone_key
    from webhook_delivery order by id`);
const answers = () =>
  desk.service.database.owner.query(sql`
    select operation, about_ticket_id, about_email_key from idempotency_record order by operation, key`);

/** The part of the migration that reads what was stored before it. */
async function readOldRows(): Promise<void> {
  const text = await readFile(path.join(MIGRATIONS, '0029_whom_it_is_about.sql'), 'utf8');
  const part = text.slice(text.indexOf('create function json_of_old_row'), text.indexOf('create index'));
  for (const statement of part.split(';\n\n')) {
    if (statement.trim() !== '') await desk.service.database.owner.query({ text: statement, values: [] });
  }
}

test('deliveries and answers of before are known by the same as new ones', async () => {
  const { owner } = desk.service.database;
  const { token } = desk.home;
  await owner.query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, key_id, nonce, created_utc, updated_utc)
    values (${desk.home.site.id}, 5000, 'https://example.org/', '{*}', true, 'active', '', '',
      ${'2026-11-01T00:00:00Z'}, ${'2026-11-01T00:00:00Z'})`);
  const keyed = (resource: string, body: object) =>
    desk.service.call('POST', resource, { token, body, headers: { 'idempotency-key': 'key' } });
  const { json } = await keyed('tickets', { subject: 'Bell', requester_email: 'Ada@Example.org' });
  await keyed('ticket_comments', { ticket_id: json.data.id, body: 'Hello', status: 'resolved' });
  await keyed('portal_token', { requester_email: 'Ada@Example.org' });
  await desk.post('visitors', { visitor_key: 'a', email: 'Ada@Example.org', phone: '+49 30 1' });
  await desk.post('visitors', { visitor_key: 'b', phone: '0049 (30) 1-2.3' });
  await desk.post('ingest', { items: [{ kind: 'handoff', session_id: 's', reason: 'asks', ticket_id: json.data.id }] });
  await desk.post('ingest', { items: [{ kind: 'csat', ticket_id: json.data.id, score: 4 }] });
  const before = { subjects: await subjects(), answers: await answers() };
  expect(before.subjects.length).toBeGreaterThan(7);
  await owner.query(sql`
    update webhook_delivery set about_ticket_id = null, about_visitor_id = null, about_identity_id = null,
      about_session_id = null, about_email_key = null, about_phone_key = null`);
  await owner.query(sql`update idempotency_record set about_ticket_id = null, about_email_key = null`);
  await owner.query(sql`
    insert into webhook_delivery (site_id, id, subscription_id, message_id, event_type, body, state, scheduled_utc, created_utc)
    values (${desk.home.site.id}, 9000000, 5000, 'm', 'ticket.created', 'no json', 'failed', ${'2026-11-01T00:00:00Z'},
      ${'2026-11-01T00:00:00Z'})`);
  await readOldRows();
  await owner.query(sql`delete from webhook_delivery where body = 'no json'`);
  expect(await subjects()).toEqual(before.subjects);
  expect(await answers()).toEqual(before.answers);
});
