import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeJson } from '#contract/json.ts';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { sendPortal } from '#server/testing/portal-calls.ts';
import { startTestService, TEST_ACTOR, TEST_KEYS, type TestService, type TestSite } from '#server/testing/service.ts';
import { createAgent } from '#server/tickets/agents.ts';
import { openPortalSession } from './portal-session.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ name: 'Lumen Cycles', timeZone: 'Europe/Berlin' });
});

afterEach(() => service.close());

async function issue(requester_email = 'maren@example.org', expiry_days = 30) {
  const body = { requester_email, expiry_days };
  return (await service.call('POST', 'portal_token', { token: home.token, body })).json.data;
}

async function createTicket(body: Record<string, unknown> = {}) {
  const full = { subject: 'Display shows E21', requester_email: 'maren@example.org', ...body };
  return (await service.call('POST', 'tickets', { token: home.token, body: full })).json.data;
}

const patch = (id: unknown, body: Record<string, unknown>) =>
  service.call('PATCH', 'ticket', { token: home.token, body: { id, ...body } });
const open = (token: unknown, from?: string) => sendPortal(service, 'session', { token }, { from });
const view = async () => (await open((await issue()).token)).json.data;
const useCount = async (id: unknown) => {
  const { json } = await service.call('GET', 'portal_tokens', { token: home.token });
  return json.data.items.find((item: { id: unknown }) => item.id === id).use_count;
};

test('PORTAL-session-POST exchanges a link for the tickets of its address, newest first, and counts it', async () => {
  const agentId = await createAgent(
    service.database.forSite(home.site.id),
    home.site,
    { name: 'Robin Tester' },
    { actor: TEST_ACTOR, now: service.clock.now() },
  );
  const agent = await service.issueToken(home.site, { agentId });
  const first = await createTicket({
    requester_email: 'MAREN@example.org',
    initial_comment: 'It stops at start-up.',
    requester_name: 'Maren L',
  });
  service.clock.advance(1_000);
  await service.call('POST', 'ticket_comments', {
    token: agent.token,
    body: { ticket_id: first.id, body: 'We look into it.' },
  });
  await service.call('POST', 'ticket_comments', {
    token: agent.token,
    body: { ticket_id: first.id, body: 'She is angry.', visibility: 'internal' },
  });
  const second = await createTicket({ subject: 'Tyres' });
  await patch(second.id, { status: 'resolved' });
  await createTicket({ subject: 'Not hers', requester_email: 'other@example.org' });
  await createTicket({ subject: 'Nobody’s', requester_email: null });
  const link = await issue();
  service.clock.advance(1_000);
  const answer = await open(link.token);
  expectSuccess(answer);
  const { view_token, ...rest } = answer.json.data;
  expect(view_token).toMatch(/^spv_/);
  expect(rest).toEqual({
    view_expires_utc: '2026-11-20T15:00:02.000Z',
    expires_utc: link.expires_utc,
    requester_email: 'maren@example.org',
    time_zone: 'Europe/Berlin',
    is_open: false,
    site_name: 'Lumen Cycles',
    total_count: 2,
    tickets: [
      {
        id: second.id,
        ticket_number: second.ticket_number,
        subject: 'Tyres',
        status: 'resolved',
        created_utc: second.created_utc,
        resolved_utc: '2026-11-20T14:30:01.000Z',
        rating: null,
        rating_comment: null,
        comments: [],
        comment_count: 0,
      },
      {
        id: first.id,
        ticket_number: first.ticket_number,
        subject: 'Display shows E21',
        status: 'open',
        created_utc: NOW,
        resolved_utc: null,
        rating: null,
        rating_comment: null,
        comments: [
          {
            id: expect.anything(),
            author_kind: 'customer',
            author_name: 'Maren L',
            body: 'It stops at start-up.',
            created_utc: NOW,
          },
          {
            id: expect.anything(),
            author_kind: 'agent',
            author_name: 'Robin',
            body: 'We look into it.',
            created_utc: '2026-11-20T14:30:01.000Z',
          },
        ],
        comment_count: 2,
      },
    ],
  });
  expect(answer.text).not.toContain('angry');
  expect(answer.text).not.toContain('Tester');
  expect(await useCount(link.id)).toBe(1);
});

test('PORTAL-session-POST has the headers of the API for every status, and no rate limit headers of a token', async () => {
  const link = await issue();
  for (const answer of [await open(link.token), await open('spt_wrong'), await sendPortal(service, 'session', '{')]) {
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; sandbox",
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(answer.headers['x-svc-request-id']).toMatch(/^req_/);
    for (const name of ['ratelimit', 'www-authenticate', 'access-control-allow-origin', 'set-cookie']) {
      expect(answer.headers[name]).toBeUndefined();
    }
  }
});

test('PORTAL-session-POST: unknown, truncated, expired, revoked and foreign tokens get the same answer', async () => {
  const expired = await issue('a@example.org', 1);
  const revoked = await issue('b@example.org');
  await service.call('DELETE', 'portal_token', { token: home.token, query: { id: String(revoked.id) } });
  service.clock.set('2026-11-21T14:29:59.999Z');
  expectSuccess(await open(expired.token));
  service.clock.set('2026-11-21T14:30:00.000Z');
  const live = await issue();
  const answers = [];
  for (const token of [
    expired.token,
    revoked.token,
    live.token.slice(0, -1),
    live.token.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')),
    ` ${live.token}`,
    live.token.toLowerCase(),
    'spt_nothing',
    home.token,
    'x'.repeat(200),
    "' or 1=1 --",
  ]) {
    answers.push(await open(token));
  }
  for (const answer of answers) {
    expectError(answer, 'not_found');
    expect(answer.text).toBe(answers[0]?.text);
  }
  expect(await useCount(live.id)).toBe(0);
});

test('PORTAL-session-POST: each character of a token matters', async () => {
  const { id, token } = await issue();
  for (let at = 0; at < token.length; at += 1) {
    const flipped = token.slice(0, at) + (token[at] === 'q' ? 'r' : 'q') + token.slice(at + 1);
    expectError(await open(flipped), 'not_found');
  }
  expect(await useCount(id)).toBe(0);
});

test('PORTAL-session-POST: fifty concurrent exchanges are counted fifty times', async () => {
  const { id, token } = await issue();
  const answers = await Promise.all(Array.from({ length: 50 }, () => open(token)));
  for (const answer of answers) expectSuccess(answer);
  expect(await useCount(id)).toBe(50);
});

test('PORTAL-session-POST: is_open follows hours that are in effect', async () => {
  const week = [{ day_of_week: 5, open_minute: 540, close_minute: 1080 }];
  const set = (fields: Record<string, unknown>) =>
    service.call('PATCH', 'business_calendar', { token: home.token, body: { week, ...fields } });
  expect((await view()).is_open).toBe(false);
  await set({});
  expect((await view()).is_open).toBe(true);
  await set({ holidays: [{ date: '2026-11-20', name: 'Outing' }] });
  expect((await view()).is_open).toBe(false);
  await set({ holidays: [], flag_on: false });
  expect((await view()).is_open).toBe(false);
});

test('PORTAL-session-POST shows the newest 200 tickets and the total', async () => {
  const now = service.clock.now().toISOString();
  await service.database.owner.query(sql`
    insert into ticket (site_id, id, ticket_number, subject, status, priority, channel, requester_email, search_text, created_utc, updated_utc)
    select ${home.site.id}, 1000000 + n, -n, 'Row ' || n, 'open', 'normal', 'web', 'Maren@example.org', '',
      ${now}::timestamptz + make_interval(secs => n), ${now}::timestamptz
    from generate_series(1, 203) n`);
  const { tickets, total_count } = await view();
  expect(total_count).toBe(203);
  expect(tickets).toHaveLength(200);
  expect([tickets[0].subject, tickets[199].subject]).toEqual(['Row 203', 'Row 4']);
});

test('PORTAL-session-POST shows the newest 20 public comments of a ticket and their total', async () => {
  const { id } = await createTicket();
  await service.database.owner.query(sql`
    insert into ticket_comment (site_id, id, ticket_id, author_kind, visibility, channel, body, created_utc)
    select ${home.site.id}, 1000000 + n, ${id}, 'customer', case when n % 3 = 0 then 'internal' else 'public' end, 'web',
      'c' || n || repeat(' x', 9990), ${NOW}::timestamptz + make_interval(secs => n / 2)
    from generate_series(1, 300) n`);
  const [ticket] = (await view()).tickets;
  expect(ticket.comment_count).toBe(200);
  const numbers = ticket.comments.map(({ body }: { body: string }) => Number(/^c(\d+) /.exec(body)?.[1]));
  const wanted = Array.from({ length: 300 }, (_, n) => n + 1).filter((n) => n % 3 !== 0);
  expect(numbers).toEqual(wanted.slice(-20));
});

test('PORTAL-session-POST matches non-ASCII emails in any case', async () => {
  await createTicket({ requester_email: 'ÜLO@example.org' });
  const { token } = await issue('ülo@example.org');
  expect((await open(token)).json.data.tickets).toHaveLength(1);
});

test('PORTAL-session-POST expires no later than its link', async () => {
  const { token } = await issue('maren@example.org', 1);
  service.clock.set('2026-11-21T14:20:00.000Z');
  const { json } = await open(token);
  expect(json.data.view_expires_utc).toBe('2026-11-21T14:30:00.000Z');
});

test('PORTAL: an API token does not work here, and a link token does not work for the API', async () => {
  const { token } = await issue();
  expectError(await service.call('GET', 'whoami', { token }), 'unauthorized');
  expectError(await open(home.token), 'not_found');
});

test('PORTAL: a link also works with EXTENSIONS=0, as the API document requires', async () => {
  const plain = await startTestService({ now: NOW, extensions: false, emptyFirst: false });
  const body = { requester_email: 'maren@example.org' };
  const { json } = await plain.call('POST', 'portal_token', { token: home.token, body });
  expect(Object.keys(json.data)).toContain('token_url');
  const opened = await plain.app.inject({
    method: 'POST',
    url: '/portal/session',
    payload: writeJson({ token: json.data.token }),
  });
  expect(opened.statusCode).toBe(200);
  await plain.close();
});

test('PORTAL-session-POST: a token with a wrong checksum is not looked up', async () => {
  const { token } = await issue();
  const asked: string[] = [];
  const lookUp = <Found>(secret: string, read: () => Promise<Found | undefined>) => {
    asked.push(secret);
    return read();
  };
  const context = { database: service.database, keys: TEST_KEYS, now: new Date(NOW), lookUp };
  const cut = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  for (const wrong of ['spt_wrong', token.slice(0, -1), cut]) {
    await expect(openPortalSession(context, { token: wrong })).rejects.toMatchObject({ code: 'not_found' });
  }
  expect(asked).toEqual([]);
  await openPortalSession(context, { token });
  expect(asked).toEqual([token]);
});
