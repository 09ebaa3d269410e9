import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TimelineItem } from '#contract/customer-timeline.ts';
import { TIMELINE_KINDS } from '#contract/timeline-kinds.ts';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { sendPortal } from '#server/testing/portal-calls.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const EMAIL = 'ada@example.org';
let service: TestService;
let home: TestSite;
let id: number;

beforeEach(async () => {
  service = await startTestService({ now: '2026-11-20T10:00:00.000Z' });
  home = await service.createSite();
  id = (await call('POST', 'customer', { email: EMAIL, display_name: 'Ada' })).identity.id;
});

afterEach(() => service.close());

/** One minute after the previous call. */
async function call(method: string, resource: string, body: object) {
  service.clock.advance(60_000);
  const answer = await service.call(method, resource, { token: home.token, body });
  expectSuccess(answer);
  return answer.json.data;
}

async function remove(resource: string, query: Record<string, string | number>) {
  service.clock.advance(60_000);
  expectSuccess(await service.call('DELETE', resource, { token: home.token, query }));
}

async function timeline(query: Record<string, string | number> = {}, token = home.token) {
  const answer = await service.call('GET', 'customer_timeline', { token, query: { identity_id: id, ...query } });
  expectSuccess(answer);
  return answer.json.data as {
    readonly items: readonly TimelineItem[];
    readonly total_count: number;
    readonly counts: Readonly<Record<string, number>>;
  };
}

const line = ({ kind, action, title, actor, channel, state, score }: TimelineItem) =>
  [kind, action, title, actor, channel, state, score].map((part) => part ?? '-').join(' | ');

/** One item of each kind, then items of another customer. */
async function live() {
  const bell = await call('POST', 'tickets', {
    subject: 'Bell',
    requester_email: EMAIL,
    requester_name: 'Ada',
    initial_comment: 'It is silent. '.repeat(30),
  });
  await call('POST', 'ticket_comments', { ticket_id: bell.id, body: 'A new one is on its way.' });
  await call('POST', 'ticket_comments', { ticket_id: bell.id, body: 'She called twice.', visibility: 'internal' });
  await call('PATCH', 'ticket', { id: bell.id, status: 'resolved' });
  await call('PATCH', 'ticket', { id: bell.id, status: 'closed' });
  await call('POST', 'bind_channel', {
    identity_id: id,
    channel: 'whatsapp',
    external_user_id: '+491',
    display_handle: 'Ada',
  });
  await call('POST', 'bind_channel', { identity_id: id, channel: 'sms', external_user_id: '+492' });
  await remove('bind_channel', { channel: 'sms', external_user_id: '+492' });
  await call('POST', 'customer_notes', { identity_id: id, body: 'Rides each day.' });
  await call('PATCH', 'customer', { id, phone: '+49 30 1' });
  await call('PATCH', 'customer', { id, blocked: true });
  await call('PATCH', 'customer', { id, blocked: false });
  const link = await call('POST', 'portal_token', { requester_email: EMAIL.toUpperCase() });
  service.clock.advance(60_000);
  expectSuccess(await sendPortal(service, 'session', { token: link.token }));
  await remove('portal_token', { id: link.id });
  await call('POST', 'visitors', { visitor_key: 'v1', email: EMAIL, display_name: 'Ada' });
  await call('POST', 'track', { visitor_key: 'v1', event: 'page_view' });
  await call('POST', 'ingest', {
    items: [
      {
        kind: 'transcript',
        session_id: 's1',
        email: EMAIL,
        channel: 'web',
        messages: [{ role: 'visitor', text: 'Hi' }],
      },
      { kind: 'handoff', session_id: 's1', reason: 'Wants a person' },
      { kind: 'csat', ticket_id: bell.id, score: 4, comment: 'Quick' },
    ],
  });
  await call('POST', 'tickets', { subject: 'Not hers', requester_email: 'bo@example.org', initial_comment: 'Hello' });
  await call('POST', 'customer_notes', {
    identity_id: (await call('POST', 'customer', { email: 'c@example.org' })).identity.id,
    body: 'No',
  });
  await call('POST', 'portal_token', { requester_email: 'bo@example.org' });
  return { bell };
}

test('API-customer_timeline-GET: all items of one customer in one list, newest first', async () => {
  const { bell } = await live();
  const { items, total_count, counts } = await timeline();
  expect(items.map(line)).toEqual([
    'csat | - | Quick | Ada | - | - | 4',
    'handoff | - | Wants a person | - | web | waiting | -',
    'session | - | - | - | web | handed_off | -',
    'event | - | page_view | Ada | - | - | -',
    `link | revoked | ${EMAIL.toUpperCase()} | - | - | revoked | -`,
    `link | opened | ${EMAIL.toUpperCase()} | - | - | revoked | -`,
    `link | issued | ${EMAIL.toUpperCase()} | test | - | revoked | -`,
    'change | unblocked | - | test | - | - | -',
    'change | blocked | - | test | - | - | -',
    'change | edited | - | test | - | - | -',
    'note | - | Rides each day. | test | - | - | -',
    'channel | unbound | - | test | sms | - | -',
    'channel | bound | Ada | - | whatsapp | - | -',
    'ticket | resolved | Bell | test | web | closed | -',
    'comment | note | She called twice. | test | web | - | -',
    'comment | sent | A new one is on its way. | test | web | - | -',
    `comment | received | ${'It is silent. '.repeat(30).slice(0, 200)} | Ada | web | - | -`,
    'ticket | created | Bell | Ada | web | closed | -',
    'change | created | - | test | - | - | -',
  ]);
  const times = items.map((item) => item.at_utc);
  expect(times).toEqual(times.toSorted().reverse());
  expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
  expect(total_count).toBe(items.length);
  expect(counts).toEqual({
    ticket: 2,
    comment: 3,
    csat: 1,
    session: 1,
    handoff: 1,
    event: 1,
    channel: 2,
    link: 3,
    note: 1,
    change: 4,
  });
  expect(items.at(-2)).toMatchObject({
    id: `ticket ${bell.id}`,
    ticket_id: bell.id,
    ticket_number: bell.ticket_number,
  });
  expect(items[2]?.session_id).toBe('s1');
});

test('kinds filter the items and the total but never the counts, and pages are contiguous', async () => {
  await live();
  const whole = await timeline();
  for (const kind of TIMELINE_KINDS) {
    const { items, total_count, counts } = await timeline({ kinds: kind });
    expect(items).toEqual(whole.items.filter((item) => item.kind === kind));
    expect(total_count).toBe(items.length);
    expect(counts).toEqual(whole.counts);
  }
  const two = await timeline({ kinds: 'note,change', limit: 2, skip: 1 });
  expect(two.items).toEqual(whole.items.filter(({ kind }) => kind === 'note' || kind === 'change').slice(1, 3));
  expect(two.total_count).toBe(5);
  const paged: TimelineItem[] = [];
  for (let skip = 0; skip < whole.total_count; skip += 3) paged.push(...(await timeline({ limit: 3, skip })).items);
  expect(paged).toEqual(whole.items);
  expect((await timeline({ skip: 100 })).items).toEqual([]);
  const bad = { token: home.token, query: { identity_id: id, kinds: 'ticket,nothing' } };
  expectError(await service.call('GET', 'customer_timeline', bad), 'bad_field');
});

test('items of the same moment are in the order in which they were written', async () => {
  const now = service.clock.now().toISOString();
  for (const body of ['a', 'b', 'c']) {
    service.clock.set(now);
    await service.call('POST', 'customer_notes', { token: home.token, body: { identity_id: id, body } });
  }
  expect((await timeline({ kinds: 'note' })).items.map(({ title }) => title)).toEqual(['c', 'b', 'a']);
});

test('merges from the audit log are listed, and channels are left out if they are not deployed', async () => {
  await live();
  await service.database.forSite(home.site.id).query(sql`
    insert into audit_log (site_id, id, at_utc, actor_kind, label, action, object_type, object_id, outcome)
    select ${home.site.id}, 1000000 + n, ${service.clock.now().toISOString()}::timestamptz, 'token', 'Robin', a,
      'customer_identity', ${String(id)}, 'ok' from unnest('{customer.merge,customer.unmerge}'::text[]) with ordinality as u (a, n)`);
  await service.database.owner.query(sql`update site set undeployed = '{channels}' where id = ${home.site.id}`);
  const fresh = await service.issueToken(home.site);
  const { items, counts } = await timeline({}, fresh.token);
  expect(items.slice(0, 2).map(line)).toEqual([
    'change | unmerged | - | Robin | - | - | -',
    'change | merged | - | Robin | - | - | -',
  ]);
  expect(items.filter(({ kind }) => kind === 'channel')).toEqual([]);
  expect(counts).toMatchObject({ channel: 0, change: 6 });
  expect((await timeline({ kinds: 'channel' }, fresh.token)).total_count).toBe(0);
});

test('a customer of another site has no timeline', async () => {
  const other = await service.createSite({ name: 'Other' });
  const query = { identity_id: id + 1_000_000 };
  for (const token of [home.token, other.token]) {
    expectError(await service.call('GET', 'customer_timeline', { token, query }), 'not_found');
  }
});
