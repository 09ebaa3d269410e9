import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseJson, writeJson } from '#contract/json.ts';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { countRows } from '#server/testing/row-examples.ts';
import { startTestService, type TestAnswer, type TestService, type TestSite } from '#server/testing/service.ts';
import { createAgent } from '#server/tickets/create-agent.ts';
import { TEST_ACTOR } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ name: 'Lumen Cycles', timeZone: 'Europe/Berlin' });
});

afterEach(() => service.close());

let lastAddress = 0;

/** From an address of its own unless one is given, so that no test meets the limit of tries by accident. */
async function send(path: string, payload: unknown, options: { from?: string; method?: 'POST' | 'GET' | 'PUT' } = {}) {
  lastAddress += 1;
  const remoteAddress = options.from ?? `10.1.${lastAddress >> 8}.${lastAddress & 255}`;
  const answer = await service.app.inject({
    method: options.method ?? 'POST',
    url: `/portal/${path}`,
    remoteAddress,
    headers: { 'content-type': 'application/json' },
    ...(payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : writeJson(payload) }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers as TestAnswer['headers'],
    text: answer.payload,
    json: parseJson(answer.payload || 'null') as TestAnswer['json'],
  };
}

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
const open = (token: unknown, from?: string) => send('session', { token }, from === undefined ? {} : { from });
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
          { author_kind: 'customer', author_name: 'Maren L', body: 'It stops at start-up.', created_utc: NOW },
          {
            author_kind: 'agent',
            author_name: 'Robin',
            body: 'We look into it.',
            created_utc: '2026-11-20T14:30:01.000Z',
          },
        ],
      },
    ],
  });
  expect(answer.text).not.toContain('angry');
  expect(answer.text).not.toContain('Tester');
  expect(await useCount(link.id)).toBe(1);
});

test('PORTAL-session-POST has the headers of the API, whatever its status, and none of a token', async () => {
  const link = await issue();
  for (const answer of [await open(link.token), await open('spt_wrong'), await send('session', '{')]) {
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

test('PORTAL-session-POST: unknown, cut, expired, revoked and foreign tokens get one answer', async () => {
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

test('PORTAL-session-POST: each character of a token counts', async () => {
  const { id, token } = await issue();
  for (let at = 0; at < token.length; at += 1) {
    const flipped = token.slice(0, at) + (token[at] === 'q' ? 'r' : 'q') + token.slice(at + 1);
    expectError(await open(flipped), 'not_found');
  }
  expect(await useCount(id)).toBe(0);
});

test('PORTAL-session-POST: fifty at once are counted fifty times', async () => {
  const { id, token } = await issue();
  const answers = await Promise.all(Array.from({ length: 50 }, () => open(token)));
  for (const answer of answers) expectSuccess(answer);
  expect(await useCount(id)).toBe(50);
});

test('PORTAL-session-POST refuses what is no request as the API does', async () => {
  for (const [body, code] of [
    [{}, 'missing_field'],
    [{ token: 7 }, 'bad_field'],
    [{ token: '' }, 'bad_field'],
    [{ token: 'x'.repeat(201) }, 'bad_field'],
    [{ token: 'a\0b' }, 'bad_field'],
    [{ token: 'x', site_id: 1 }, 'bad_field'],
    ['{"token":', 'bad_request'],
    ['[]', 'bad_request'],
    ['{"__proto__":1}', 'bad_request'],
    [`{"token":"${'x'.repeat(1_100_000)}"}`, 'body_too_large'],
  ] as const) {
    expectError(await send('session', body), code);
  }
  const typed = await service.app.inject({
    method: 'POST',
    url: '/portal/session',
    headers: { 'content-type': 'text/plain' },
    payload: '{}',
  });
  expect(typed.statusCode).toBe(415);
  for (const path of ['session', 'rating']) {
    for (const method of ['GET', 'PUT'] as const) {
      const answer = await send(path, undefined, { method });
      expectError(answer, 'method_not_allowed');
      expect(answer.headers['allow']).toBe('POST');
    }
  }
});

test('PORTAL-session-POST: ten tries a minute for an address, good or bad, then 429 with the seconds to wait', async () => {
  const { id, token } = await issue();
  const from = '192.0.2.7';
  for (let n = 0; n < 10; n += 1) {
    const answer = await open(n % 2 === 0 ? token : 'spt_wrong', from);
    expect(answer.status).toBe(n % 2 === 0 ? 200 : 404);
  }
  service.clock.advance(12_000);
  const refused = await open(token, from);
  expectError(refused, 'rate_limited');
  expect(refused.headers['retry-after']).toBe('48');
  expectSuccess(await open(token, '192.0.2.8'));
  service.clock.advance(48_000);
  expectSuccess(await open(token, from));
  expect(await useCount(id)).toBe(7);
});

test('PORTAL-session-POST: an address that is only claimed counts for nothing, one that our proxy saw does', async () => {
  const { token } = await issue();
  const claim = (node: TestService, n: number) =>
    node.app.inject({
      method: 'POST',
      url: '/portal/session',
      remoteAddress: '192.0.2.9',
      headers: { 'x-forwarded-for': `203.0.113.${n}` },
      payload: writeJson({ token }),
    });
  for (let n = 0; n < 10; n += 1) expect((await claim(service, n)).statusCode).toBe(200);
  expect((await claim(service, 10)).statusCode).toBe(429);
  const behind = await startTestService({ now: NOW, emptyFirst: false, config: { trustProxy: 1 } });
  for (let n = 0; n < 12; n += 1) expect((await claim(behind, n)).statusCode).toBe(200);
  await behind.close();
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

test('PORTAL-session-POST shows the newest 200 tickets of very many, and how many there are', async () => {
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

test('PORTAL-session-POST finds addresses beyond ASCII whatever their case', async () => {
  await createTicket({ requester_email: 'ÜLO@example.org' });
  const { token } = await issue('ülo@example.org');
  expect((await open(token)).json.data.tickets).toHaveLength(1);
});

test('PORTAL-session-POST does not live longer than its link', async () => {
  const { token } = await issue('maren@example.org', 1);
  service.clock.set('2026-11-21T14:20:00.000Z');
  const { json } = await open(token);
  expect(json.data.view_expires_utc).toBe('2026-11-21T14:30:00.000Z');
});

const rate = (body: Record<string, unknown>, from?: string) => send('rating', body, from === undefined ? {} : { from });

test('PORTAL-rating-POST rates a solved ticket, and a second rating replaces the first', async () => {
  const { id } = await createTicket();
  await patch(id, { status: 'resolved' });
  const { view_token } = await view();
  service.clock.advance(5_000);
  const first = await rate({ view_token, ticket_id: id, score: 2, comment: 'Slow' });
  expectSuccess(first);
  expect(first.json.data).toEqual({
    ticket_id: id,
    score: 2,
    comment: 'Slow',
    created_utc: '2026-11-20T14:30:05.000Z',
  });
  expect((await view()).tickets[0]).toMatchObject({ rating: 2, rating_comment: 'Slow' });
  service.clock.advance(5_000);
  const second = await rate({ view_token, ticket_id: id, score: 5 });
  expect(second.json.data).toEqual({ ticket_id: id, score: 5, comment: null, created_utc: '2026-11-20T14:30:10.000Z' });
  const stored = await service.database.owner.query(sql`select ticket_id, score, comment from csat_response`);
  expect(stored).toEqual([{ ticket_id: BigInt(id), score: 5, comment: null }]);
  const lines = await service.database.owner.query(sql`
    select actor_kind, token_id, label, changes, request_id from audit_log where action = 'csat.submit' order by id`);
  expect(lines).toEqual([
    {
      actor_kind: 'system',
      token_id: null,
      label: 'Customer page',
      changes: [{ field: 'score', from: null, to: 2 }],
      request_id: first.headers['x-svc-request-id'],
    },
    expect.objectContaining({ changes: [{ field: 'score', from: null, to: 5 }] }),
  ]);
});

test('PORTAL-rating-POST takes 0 to 5 and 20,000 characters; blanks are no comment', async () => {
  const { id } = await createTicket();
  await patch(id, { status: 'closed' });
  const { view_token } = await view();
  for (const score of [0, 1, 2, 3, 4, 5]) {
    expect((await rate({ view_token, ticket_id: id, score })).json.data.score).toBe(score);
  }
  const long = '🚲'.repeat(20_000);
  expect((await rate({ view_token, ticket_id: id, score: 1, comment: long })).json.data.comment).toBe(long);
  for (const comment of ['', '  \n', null]) {
    expect((await rate({ view_token, ticket_id: id, score: 1, comment })).json.data.comment).toBeNull();
  }
  for (const [body, code] of [
    [{ score: 6 }, 'bad_field'],
    [{ score: -1 }, 'bad_field'],
    [{ score: 2.5 }, 'bad_field'],
    [{ score: '5' }, 'bad_field'],
    [{ score: null }, 'bad_field'],
    [{ score: undefined }, 'missing_field'],
    [{ ticket_id: undefined }, 'missing_field'],
    [{ ticket_id: 'x' }, 'bad_field'],
    [{ view_token: undefined }, 'missing_field'],
    [{ comment: 'x'.repeat(20_001) }, 'bad_field'],
    [{ rating: 5 }, 'bad_field'],
  ] as const) {
    expectError(await rate({ view_token, ticket_id: id, score: 1, ...body }), code);
  }
});

test('PORTAL-rating-POST: a ticket that is still at work is 409, and nothing is stored', async () => {
  const { id } = await createTicket();
  const { view_token } = await view();
  for (const status of ['open', 'pending']) {
    await patch(id, { status });
    const before = await countRows(service);
    expectError(await rate({ view_token, ticket_id: id, score: 5 }), 'conflict');
    expect(await countRows(service)).toEqual(before);
  }
  await patch(id, { status: 'closed' });
  expectSuccess(await rate({ view_token, ticket_id: id, score: 5 }));
});

test('PORTAL-rating-POST: a ticket of another address or site is like none', async () => {
  const elsewhere = await service.createSite({ name: 'Other' });
  const body = { subject: 'Theirs', requester_email: 'maren@example.org' };
  const theirs = (await service.call('POST', 'tickets', { token: elsewhere.token, body })).json.data;
  await service.call('PATCH', 'ticket', { token: elsewhere.token, body: { id: theirs.id, status: 'closed' } });
  const other = await createTicket({ requester_email: 'other@example.org' });
  await patch(other.id, { status: 'closed' });
  const { view_token } = await view();
  const answers = [];
  for (const id of [other.id, 424_242, 9_007_199_254_740_993n])
    answers.push(await rate({ view_token, ticket_id: id, score: 0 }));
  for (const answer of answers) {
    expectError(answer, 'not_found');
    expect(answer.text).toBe(answers[0]?.text);
  }
  expect(await service.database.owner.query(sql`select 1 from csat_response`)).toEqual([]);
});

test('PORTAL-rating-POST: a view ends after half an hour, and with its link', async () => {
  const { id } = await createTicket();
  await patch(id, { status: 'closed' });
  const link = await issue();
  const { view_token } = (await open(link.token)).json.data;
  const score = 5;
  service.clock.set('2026-11-20T14:59:59.999Z');
  expectSuccess(await rate({ view_token, ticket_id: id, score }));
  service.clock.set('2026-11-20T15:00:00.000Z');
  expectError(await rate({ view_token, ticket_id: id, score }), 'not_found');
  const next = (await open(link.token)).json.data.view_token;
  expectSuccess(await rate({ view_token: next, ticket_id: id, score }));
  await service.call('DELETE', 'portal_token', { token: home.token, query: { id: String(link.id) } });
  expectError(await rate({ view_token: next, ticket_id: id, score }), 'not_found');
});

test('PORTAL-rating-POST: each character of a view token counts, and no part of it can be traded', async () => {
  const { id } = await createTicket();
  await patch(id, { status: 'closed' });
  const { view_token } = await view();
  const other = (await open((await issue('other@example.org')).token)).json.data.view_token;
  const wrong = [...view_token].map((character, at) => {
    const next = character === '1' ? '2' : character === 'A' ? 'B' : /[0-9]/.test(character) ? '1' : 'A';
    return view_token.slice(0, at) + next + view_token.slice(at + 1);
  });
  const parts = view_token.split('.');
  wrong.push(
    [...other.split('.').slice(0, -1), parts.at(-1)].join('.'),
    `${view_token}A`,
    view_token.slice(0, -1),
    '',
    ' ',
  );
  for (const token of wrong) {
    const answer = await rate({ view_token: token, ticket_id: id, score: 5 });
    expect(answer.status, token).toBe(token.trim() === '' ? 400 : 404);
  }
  expect(await service.database.owner.query(sql`select 1 from csat_response`)).toEqual([]);
});

test('PORTAL-rating-POST: ten tries a minute for an address, apart from those of the page itself', async () => {
  const { id } = await createTicket();
  await patch(id, { status: 'closed' });
  const { token } = await issue();
  const from = '192.0.2.20';
  const { view_token } = (await open(token, from)).json.data;
  for (let n = 0; n < 10; n += 1) expectSuccess(await rate({ view_token, ticket_id: id, score: n % 6 }, from));
  const refused = await rate({ view_token, ticket_id: id, score: 1 }, from);
  expectError(refused, 'rate_limited');
  expect(refused.headers['retry-after']).toBe('60');
  expectSuccess(await open(token, from));
});

test('PORTAL: an API token opens nothing here, and a link is no API token', async () => {
  const { token } = await issue();
  expectError(await service.call('GET', 'whoami', { token }), 'unauthorized');
  expectError(await open(home.token), 'not_found');
});

test('PORTAL: with EXTENSIONS=0 a link works all the same, as the document has it', async () => {
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
