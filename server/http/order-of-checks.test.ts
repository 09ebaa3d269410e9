import { beforeAll, expect, test } from 'vitest';
import { expectError, expectFraming, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;
let own: TestSite;
let reader: string;

beforeAll(async () => {
  service = await startTestService({ config: { corsOrigins: ['https://desk.example'] } });
  own = await service.createSite();
  reader = (await service.issueToken(own.site, { scopes: ['read'] })).token;
  return () => service.close();
});

const HUGE = { 'content-length': '99999999' };
const TEXT = { 'content-type': 'text/plain' };

test('a call that is wrong in every way gets these errors in this order, as each is fixed', async () => {
  const wrong = { body: 'not json', headers: { ...HUGE, ...TEXT } };
  const used = (await service.issueToken(own.site, { scopes: ['read'], rateLimitPerMin: 1 })).token;
  expectSuccess(await service.call('GET', 'whoami', { token: used }));

  expectError(await service.call('PUT', 'nothing', wrong), 'unauthorized');
  expectError(await service.call('PUT', 'nothing', { ...wrong, token: used }), 'rate_limited');
  expectError(await service.call('PUT', 'nothing', { ...wrong, token: reader }), 'unknown_resource');
  expectError(await service.call('PUT', 'tickets', { ...wrong, token: reader }), 'method_not_allowed');
  expectError(await service.call('POST', 'tickets', { ...wrong, token: reader }), 'insufficient_scope');
  expectError(await service.call('POST', 'tickets', { ...wrong, token: own.token }), 'body_too_large');
  expectError(
    await service.call('POST', 'tickets', { body: 'not json', headers: TEXT, token: own.token }),
    'unsupported_media_type',
  );
  expectError(await service.call('POST', 'tickets', { body: 'not json', token: own.token }), 'bad_request');
});

test('a call without a resource or with two gets an error that says so', async () => {
  const inject = (search: string) =>
    service.app.inject({ url: `/v1/api.ashx${search}`, headers: { authorization: `Bearer ${own.token}` } });
  for (const search of ['', '?', '?resource', '?resource=', '?Resource=tickets']) {
    expect((await inject(search)).json().error).toMatchObject({
      code: 'missing_field',
      message: 'resource is required',
    });
  }
  for (const search of ['?resource=tickets&resource=tickets', '?resource=%ff', '?resource=%']) {
    expect((await inject(search)).json().error.code).toBe('bad_field');
  }
  expect((await inject('?limit=3&resource=tickets')).statusCode).toBe(200);
  expect((await inject('?%72esource=ti%63kets')).statusCode).toBe(200);
});

test('other addresses under /v1 are unknown', async () => {
  for (const url of [
    '/v1',
    '/v1?resource=tickets',
    '/v1/',
    '/v1/api',
    '/v1/Tickets',
    '/v1/tickets/',
    '/v1/tickets/1',
    '/v1/ti%63kets',
    '/v1/api.ashx/',
    '/v1/api.ashx2',
    '/v1/API.ASHX',
    '/v1/../v1/x',
    '/v1/%',
  ]) {
    const answer = await service.app.inject({ url, headers: { authorization: `Bearer ${own.token}` } });
    expect(answer.statusCode, url).toBe(404);
    expect(answer.json().error.code).toBe('unknown_resource');
    expect(answer.headers['x-svc-request-id']).toMatch(/^req_/);
  }
});

test('a preflight request of a listed origin is handled before all checks', async () => {
  const headers = { origin: 'https://desk.example', 'access-control-request-method': 'PATCH' };
  const answer = await service.call('OPTIONS', 'nothing', { headers });
  expect(answer.status).toBe(204);
  expect(answer.text).toBe('');
  expectFraming(answer);
  expect(answer.headers['access-control-allow-origin']).toBe('https://desk.example');
  expect(answer.headers['access-control-allow-methods']).toBe('GET, POST, PATCH, DELETE');
  expect(answer.headers['access-control-allow-headers']).toBe(
    'Authorization, Content-Type, Idempotency-Key, X-Request-Id',
  );
  expect(answer.headers['vary']).toBe('Origin');
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
});

test('a preflight request of any other origin counts as a call without a token', async () => {
  for (const origin of ['https://desk.example.evil', 'http://desk.example', 'https://desk.example:8443', 'null']) {
    const answer = await service.call('OPTIONS', 'tickets', {
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    expectError(answer, 'unauthorized');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['vary']).toBe('Origin');
  }
});

test('pages of listed origins may read responses, including errors', async () => {
  for (const token of [own.token, undefined]) {
    const answer = await service.call('GET', 'whoami', { token, headers: { origin: 'https://desk.example' } });
    expect(answer.headers['access-control-allow-origin']).toBe('https://desk.example');
    expect(answer.headers['access-control-expose-headers']).toBe(
      'X-SVC-Request-Id, RateLimit, RateLimit-Policy, Retry-After',
    );
  }
});
