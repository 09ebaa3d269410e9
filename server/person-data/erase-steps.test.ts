import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { findPerson } from '#server/customers/person.ts';
import { keptAnswers } from '#server/http/idempotency.ts';
import { CustomerDesk } from '#server/testing/customer-desk.ts';
import { TEST_ACTOR } from '#server/testing/service.ts';
import { erasePerson } from './erase-person.ts';
import type { KeptAnswers } from './kept-answers.ts';

const desk = new CustomerDesk();
beforeEach(desk.open);
afterEach(desk.close);

const EMAIL = 'big.person@example.org';
const AT = '2026-11-01T00:00:00Z';

/** A person with too many rows of every kind for one transaction, and another person. */
async function bigPerson(): Promise<bigint> {
  const { owner } = desk.service.database;
  const site = desk.home.site.id;
  const id = BigInt((await desk.ticket(EMAIL)).customer_identity_id);
  await desk.bind(id, 'sms', 'big-handle');
  await desk.post('visitors', { visitor_key: 'big', email: EMAIL });
  await desk.post('ingest', { items: [{ kind: 'transcript', session_id: 'big', visitor_key: 'big', messages: [] }] });
  await desk.ticket('other@example.org');
  const time = sql`(select ${AT}::timestamptz as t) t`;
  const first = await owner.takeIds(site, 10_000);
  const number = await owner.takeTicketNumbers(site, 150);
  await owner.query(sql`
    insert into webhook_subscription (site_id, id, url, events, include_pii, state, key_id, nonce, created_utc, updated_utc)
    values (${site}, 5000, 'https://example.org/', '{*}', true, 'active', '', '', ${AT}, ${AT})`);
  await owner.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, requester_email, customer_identity_id,
      created_utc, updated_utc, search_text)
    select ${site}, ${first}::bigint + n, ${number}::integer + n - 1, 'Bell', 'open', 'normal', 'web', ${EMAIL}, ${id}, t, t, ''
    from generate_series(1, 150) n, ${time}`);
  await owner.query(sql`
    insert into ticket_comment (site_id, id, ticket_id, author_kind, visibility, channel, body, created_utc)
    select site_id, ${first}::bigint + 1000 + row_number() over (), id, 'customer', 'public', 'web', 'Hello', created_utc from ticket
    where customer_identity_id = ${id}
    union all
    select ${site}, ${first}::bigint + 2000 + n, (select min(id) from ticket where customer_identity_id = ${id}), 'customer', 'public',
      'web', 'Hello', t from generate_series(1, 700) n, ${time}`);
  await owner.query(sql`
    insert into visitor_event (site_id, id, visitor_id, event, occurred_utc)
    select site_id, ${first}::bigint + row_number() over (), id, 'opened', t from visitor, generate_series(1, 700), ${time}`);
  await owner.query(sql`update visitor set event_count = 700`);
  await owner.query(sql`
    insert into chat_message (site_id, id, session_id, role, text, created_utc)
    select ${site}, ${first}::bigint + n, 'big', 'visitor', 'Hello', t from generate_series(1, 700) n, ${time}`);
  await owner.query(sql`
    insert into channel_message (site_id, id, channel, direction, external_user_id, created_utc)
    select ${site}, ${first}::bigint + n, 'sms', 'in', 'big-handle', t from generate_series(1, 700) n, ${time}`);
  await owner.query(sql`
    insert into webhook_delivery (site_id, id, subscription_id, message_id, event_type, body, state, scheduled_utc, due_utc,
      created_utc, about_ticket_id)
    select ${site}, ${first}::bigint + row_number() over (), 5000, 'm', 'ticket.updated', '{}', 'pending', t.created_utc, t.created_utc, t.created_utc, t.id
    from ticket t, generate_series(1, 8)`);
  return id;
}

const stepsOf = async () => {
  const rows = await desk.service.database.owner.query<{
    action: string;
    changes: { field: string; to: number }[];
  }>(sql`
    select action, changes from audit_log where action like 'person.erase%' order by id`);
  return rows.map(({ action, changes }) => ({
    action,
    counts: Object.fromEntries(changes.map(({ field, to }) => [field, to])),
  }));
};

const countOf = async (table: string) => {
  const [row] = await desk.service.database.owner.query<{ n: number }>({
    text: `select count(*)::integer as n from ${table}`,
    values: [],
  });
  return row?.n;
};

test('a person with many rows is erased in several transactions, as the dry run predicted', async () => {
  const id = await bigPerson();
  const dry = await desk.post('customer_erase', { identity_id: id, dry_run: true });
  expect(dry).toMatchObject({ tickets: 151, comments: 851, visitors: 1, sessions: 1, webhook_bodies: 1208 });
  const done = await desk.post('customer_erase', { identity_id: id, confirm_email: EMAIL });
  expect(done).toEqual({ ...dry, dry_run: false });
  const steps = await stepsOf();
  expect(steps.length).toBeGreaterThan(5);
  expect(steps.at(-1)).toMatchObject({ action: 'person.erase', counts: { ...counted(dry), messages: 700 } });
  for (const { counts } of steps.slice(0, -1)) {
    expect(counts['tickets']).toBeLessThanOrEqual(60);
    expect(Math.max(...Object.values(counts))).toBeLessThanOrEqual(600);
  }
  expect(await countOf('ticket')).toBe(1);
  expect(await countOf('webhook_delivery where body is not null')).toBe(8);
  for (const table of [
    'visitor',
    'visitor_event',
    'chat_session',
    'chat_message',
    'channel_message',
    'ticket_comment',
  ]) {
    expect(await countOf(table), table).toBe(0);
  }
});

test('the next call finishes an interrupted erasure, and the customer is blocked until then', async () => {
  const id = await bigPerson();
  const { site } = desk.home;
  const db = desk.service.database.forSite(site.id);
  const dry = await desk.post('customer_erase', { identity_id: id, dry_run: true });
  const context = { actor: TEST_ACTOR, now: desk.service.clock.now() };
  let rounds = 0;
  let stepsBefore = 0;
  for (let cutAfter = 1; ; cutAfter += 1) {
    let left = cutAfter;
    const cut: KeptAnswers = {
      ...keptAnswers,
      forget: async (...args) => {
        if (left === 0) throw new Error('cut off');
        left -= 1;
        return keptAnswers.forget(...args);
      },
    };
    const hold = async (db: Parameters<typeof findPerson>[0]) => {
      const person = await findPerson(db, site, id);
      if (person === null) throw new Error('nobody');
      return person;
    };
    rounds += 1;
    stepsBefore = (await stepsOf()).length;
    const outcome = await erasePerson(db, site, hold, { ...context, keptAnswers: cut }).catch(
      (error: unknown) => error,
    );
    if (!(outcome instanceof Error)) break;
    expect(outcome.message).toBe('cut off');
    const { identity } = await desk.get('customer', { identity_id: id });
    expect(identity.blocked_utc).not.toBeNull();
  }
  expect(rounds).toBeGreaterThan(2);
  const steps = await stepsOf();
  expect(steps.filter(({ action }) => action === 'person.erase')).toEqual([steps.at(-1)]);
  // The last run audits its total at the end; interrupted runs audit each step.
  const sum = { ...steps.at(-1)?.counts };
  for (const { counts } of steps.slice(0, stepsBefore)) {
    for (const [name, n] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + n;
  }
  expect(sum).toMatchObject(counted(dry));
  expect(await countOf('customer_identity')).toBe(1);
  expect(await countOf('ticket')).toBe(1);
  expect(await countOf('webhook_delivery where body is not null')).toBe(8);
});

/** The counts of a reply as in the audit log. */
function counted(reply: Record<string, number>): Record<string, number> {
  const { tickets, comments, csat, handles, links, visitors, sessions, webhook_bodies, kept_answers } = reply;
  const counts = {
    tickets,
    comments,
    ratings: csat,
    handles,
    portal_tokens: links,
    visitors,
    sessions,
    webhook_bodies,
    kept_answers,
  };
  return Object.fromEntries(Object.entries(counts).map(([name, n]) => [name, n ?? 0]));
}
