import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeJson } from '#contract/json.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { sendPortal } from '#server/testing/portal-calls.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { newToken } from '#server/tokens/token-format.ts';

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

const open = (token: unknown, from?: string) => sendPortal(service, 'session', { token }, { from });
const useCount = async (id: unknown) => {
  const { json } = await service.call('GET', 'portal_tokens', { token: home.token });
  return json.data.items.find((item: { id: unknown }) => item.id === id).use_count;
};

test('PORTAL-session-POST refuses invalid requests as the API does', async () => {
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
    expectError(await sendPortal(service, 'session', body), code);
  }
  const typed = await service.app.inject({
    method: 'POST',
    url: '/portal/session',
    headers: { 'content-type': 'text/plain' },
    payload: '{}',
  });
  expect(typed.statusCode).toBe(415);
  for (const path of ['session', 'comments', 'rating'] as const) {
    for (const method of ['GET', 'PUT'] as const) {
      const answer = await sendPortal(service, path, undefined, { method });
      expectError(answer, 'method_not_allowed');
      expect(answer.headers['allow']).toBe('POST');
    }
  }
});

test('PORTAL-session-POST: after ten failed attempts a minute an address gets 429 for further ones; a valid link still works', async () => {
  const { id, token } = await issue();
  const from = '192.0.2.7';
  for (let n = 0; n < 10; n += 1) {
    expectSuccess(await open(token, from));
    expectError(await open('spt_wrong', from), 'not_found');
  }
  service.clock.advance(12_000);
  // A well-formed but unknown link counts too.
  for (const wrong of [
    'spt_wrong',
    newToken('sck', home.site.id),
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
  ]) {
    const refused = await open(wrong, from);
    expectError(refused, 'rate_limited');
    expect(refused.headers['retry-after']).toBe('48');
  }
  // Customers behind one proxy share the address, so a valid link must work at its first use.
  expectSuccess(await open(token, from));
  expectSuccess(await open((await issue('other@example.org')).token, from));
  expectError(await open('spt_wrong', '192.0.2.8'), 'not_found');
  service.clock.advance(48_000);
  expectError(await open('spt_wrong', from), 'not_found');
  expect(await useCount(id)).toBe(11);
});

test('PORTAL-session-POST: the limit holds for concurrent attempts, and all valid ones among them pass', async () => {
  const { id, token } = await issue();
  const from = '192.0.2.10';
  const right = await Promise.all(Array.from({ length: 50 }, () => open(token, from)));
  for (const answer of right) expectSuccess(answer);
  const wrong = await Promise.all(Array.from({ length: 50 }, () => open('spt_wrong', from)));
  expect(wrong.filter(({ status }) => status === 404)).toHaveLength(10);
  expect(wrong.filter(({ status }) => status === 429)).toHaveLength(40);
  expectSuccess(await open(token, from));
  expect(await useCount(id)).toBe(51);
});

test('PORTAL-session-POST: an invalid request does not count as a failed attempt', async () => {
  const from = '192.0.2.11';
  for (let n = 0; n < 12; n += 1) expectError(await open('', from), 'bad_field');
  expectError(await open('spt_wrong', from), 'not_found');
});

test('PORTAL-session-POST: a forged address is ignored, that of a trusted proxy counts', async () => {
  const claim = (node: TestService, n: number) =>
    node.app.inject({
      method: 'POST',
      url: '/portal/session',
      remoteAddress: '192.0.2.9',
      headers: { 'x-forwarded-for': `203.0.113.${n}` },
      payload: writeJson({ token: 'spt_wrong' }),
    });
  for (let n = 0; n < 10; n += 1) expect((await claim(service, n)).statusCode).toBe(404);
  expect((await claim(service, 10)).statusCode).toBe(429);
  const behind = await startTestService({ now: NOW, emptyFirst: false, config: { trustProxy: 1 } });
  for (let n = 0; n < 12; n += 1) expect((await claim(behind, n)).statusCode).toBe(404);
  await behind.close();
});
