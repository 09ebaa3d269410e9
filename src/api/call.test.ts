import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { listTags } from '#contract/tags.ts';
import { getTicket } from '#contract/tickets.ts';
import { ApiFailure } from './api-failure.ts';
import { loggedCalls } from './call-log.ts';
import { call } from './call.ts';
import { issueApiToken } from '#contract/tokens.ts';
import { createTicket } from '#contract/ticket-writes.ts';
import { isRefused } from '#src/session/refused-scopes.ts';
import { enterSession, leaveSession } from '#src/session/session-store.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const close of closing.splice(0)) close();
});

/** A real server that answers everything by `listener`; gives its base address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const answer =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'X-SVC-Request-Id': 'req_1', ...headers }).end(body);
const error = (code: string) => JSON.stringify({ ok: false, error: { code, message: 'says the service' } });
const failureOf = (promise: Promise<unknown>): Promise<ApiFailure> =>
  promise.then(
    () => Promise.reject(new Error('did not fail')),
    (reason: unknown) => (reason instanceof ApiFailure ? reason : Promise.reject(reason)),
  );

test('a call carries the bearer token and the query, and the URL has no part of the token', async () => {
  const seen: IncomingMessage[] = [];
  const baseUrl = await serve((request, response) => {
    seen.push(request);
    response.end('{"ok":true,"data":{"items":[],"total_count":0}}');
  });
  const reply = await call(listTags, { token: 'sck_x', baseUrl, query: { limit: 10 } });
  expect(reply).toEqual({ items: [], total_count: 0 });
  expect(seen[0]?.headers.authorization).toBe('Bearer sck_x');
  expect(seen[0]?.url).toBe('/v1/api.ashx?resource=tags&limit=10');
});

test('ids beyond 2^53 arrive whole, and fields that the contract does not know do no harm', async () => {
  const tag =
    '{"id":9007199254740993,"name":"n","color":null,"ticket_count":1,"created_utc":"2026-01-01T00:00:00.000Z","new":1}';
  const baseUrl = await serve(answer(200, `{"ok":true,"data":{"items":[${tag}],"total_count":1},"more":2}`));
  const reply = await call(listTags, { token: 't', baseUrl });
  expect(reply.items[0]?.id).toBe(9_007_199_254_740_993n);
});

test.each([
  [400, 'bad_field', 'bad_request'],
  [401, 'unauthorized', 'unauthorized'],
  [403, 'insufficient_scope', 'forbidden'],
  [404, 'not_found', 'not_found'],
  [409, 'conflict', 'conflict'],
  [500, 'internal_error', 'server'],
] as const)('status %d with code %s is %s, with the request id', async (status, code, kind) => {
  const baseUrl = await serve(answer(status, error(code)));
  const failure = await failureOf(call(getTicket, { token: 't', baseUrl, query: { id: 1n } }));
  expect(failure).toMatchObject({ kind, status, code, requestId: 'req_1', message: 'says the service' });
});

test.each([
  ['seconds', '7', 7],
  ['a date', 'Fri, 20 Nov 2026 14:31:00 GMT', 60],
] as const)('Retry-After as %s is read', async (_name, header, wanted) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T14:30:00Z') });
  const baseUrl = await serve(answer(429, error('rate_limited'), { 'Retry-After': header }));
  const failure = await failureOf(call(listTags, { token: 't', baseUrl }));
  expect(failure.kind).toBe('rate_limited');
  expect(failure.retryAfterSeconds).toBe(wanted);
});

test.each([
  ['a page', answer(200, '<!doctype html><p>Hello')],
  ['cut JSON', answer(200, '{"ok":true,"data":{"ite')],
  ['another shape', answer(200, '{"ok":true,"data":{"items":5,"total_count":0}}')],
  ['an unknown state', answer(200, '{"status":"up"}')],
  ['a 404 that is no error of this API', answer(404, '<p>Not here')],
  [
    'an answer that breaks off',
    (_request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('{"ok":true');
      setTimeout(() => response.destroy(), 20);
    },
  ],
] satisfies [string, RequestListener][])('%s cannot be read', async (_name, listener) => {
  const failure = await failureOf(call(listTags, { token: 't', baseUrl: await serve(listener) }));
  expect(failure.kind).toBe('unreadable');
});

test('a gateway error without the envelope is an error of the service', async () => {
  const failure = await failureOf(call(listTags, { token: 't', baseUrl: await serve(answer(502, '<h1>Bad gateway')) }));
  expect(failure).toMatchObject({ kind: 'server', status: 502, code: null });
});

test('a redirect is not followed', async () => {
  const other = await serve(answer(200, '{"ok":true,"data":{"items":[],"total_count":0}}'));
  const baseUrl = await serve(answer(302, '', { Location: `${other}/api.ashx` }));
  expect((await failureOf(call(listTags, { token: 't', baseUrl }))).kind).toBe('network');
});

test('no listener is no answer', async () => {
  const baseUrl = await serve(answer(200, ''));
  for (const close of closing.splice(0)) close();
  expect((await failureOf(call(listTags, { token: 't', baseUrl }))).kind).toBe('network');
});

test.each([
  ['no answer', () => undefined],
  ['an answer that does not end', (_request, response) => void response.writeHead(200).write('{"ok":')],
] satisfies [string, RequestListener][])('%s within 30 seconds is a timeout, and not before', async (_name, begin) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  closing.push(() => vi.useRealTimers());
  const arrived = Promise.withResolvers<void>();
  const baseUrl = await serve((request, response) => {
    if (request.url === '/v1/near') return void response.end();
    begin(request, response);
    return arrived.resolve();
  });
  let isOver = false;
  const pending = failureOf(call(listTags, { token: 't', baseUrl })).finally(() => (isOver = true));
  await arrived.promise;
  vi.advanceTimersByTime(29_999);
  // Whatever would end the call has done so by the time that another one is answered.
  await (await fetch(`${baseUrl}/near`)).text();
  expect(isOver).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await pending).toMatchObject({ kind: 'timeout', message: 'no answer within 30 seconds' });
});

test('an aborted call rejects with the reason of its signal, and the log has it as cancelled; one without an answer is not', async () => {
  const baseUrl = await serve(() => {});
  const controller = new AbortController();
  const pending = call(listTags, { token: 't', baseUrl, signal: controller.signal });
  controller.abort(new Error('not needed any more'));
  await expect(pending).rejects.toThrow('not needed any more');
  expect(loggedCalls().at(-1)?.end).toMatchObject({ status: null, isCancelled: true });
  for (const close of closing.splice(0)) close();
  await failureOf(call(listTags, { token: 't', baseUrl, signal: new AbortController().signal }));
  expect(loggedCalls().at(-1)?.end).toMatchObject({ status: null, isCancelled: false });
});

test('a call with its own limit of time ends by it', async () => {
  const baseUrl = await serve(() => {});
  expect((await failureOf(call(listTags, { token: 't', baseUrl, timeoutMs: 20 }))).kind).toBe('timeout');
});

test('the key of an intention is sent, and the log has the call without the token', async () => {
  const seen: IncomingMessage[] = [];
  const baseUrl = await serve((request, response) => {
    seen.push(request);
    answer(409, error('conflict'))(request, response);
  });
  const sent = call(createTicket, { token: 'sck_secret', baseUrl, body: { subject: 's' }, idempotencyKey: 'k-1' });
  expect((await failureOf(sent)).kind).toBe('conflict');
  expect(seen[0]?.headers['idempotency-key']).toBe('k-1');
  const logged = loggedCalls().at(-1);
  expect(logged).toMatchObject({ operation: 'createTicket', body: '{"subject":"s"}', end: { status: 409 } });
  expect(logged?.end?.headers?.get('X-SVC-Request-Id')).toBe('req_1');
  expect(JSON.stringify(logged)).not.toContain('sck_secret');
});

test('a background call is sent again after a 429; one by a person fails', async () => {
  let calls = 0;
  const baseUrl = await serve((request, response) => {
    calls += 1;
    if (calls % 2 === 1) answer(429, error('rate_limited'), { 'Retry-After': '0' })(request, response);
    else response.end('{"ok":true,"data":{"items":[],"total_count":0}}');
  });
  enterSession({ token: 'sct_x', baseUrl, kind: 'session', kept: false });
  closing.push(() => leaveSession());
  expect(await call(listTags, { priority: 'background' })).toMatchObject({ total_count: 0 });
  expect(calls).toBe(2);
  expect((await failureOf(call(listTags))).kind).toBe('rate_limited');
  expect(calls).toBe(3);
});

test('a missing scope that a 403 names is remembered for this token', async () => {
  const baseUrl = await serve(answer(403, error('insufficient_scope')));
  enterSession({ token: 'sct_y', baseUrl, kind: 'session', kept: false });
  closing.push(() => leaveSession());
  expect((await failureOf(call(createTicket, { body: { subject: 's' } }))).kind).toBe('forbidden');
  await vi.waitFor(() => expect(isRefused('tickets:write', 'sct_y')).toBe(true));
  expect(isRefused('tickets:write', 'sct_z')).toBe(false);
});

test('a refusal for another reason than the scope of the row is not kept: a wrong confirm_token, more than one has', async () => {
  const challenge = { 'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="tokens:write"' };
  const body = { label: 'Scanner', scopes: ['read' as const] };
  for (const [sent, headers, isKept] of [
    [{ ...body, confirm_token: 'sck_wrong' }, {}, false],
    [body, {}, false],
    [body, challenge, true],
  ] as const) {
    const baseUrl = await serve(answer(403, error('insufficient_scope'), headers));
    enterSession({ token: 'sct_w', baseUrl, kind: 'session', kept: false });
    closing.push(() => leaveSession());
    expect((await failureOf(call(issueApiToken, { body: { ...sent, scopes: [...sent.scopes] } }))).kind).toBe(
      'forbidden',
    );
    expect(isRefused('tokens:write', 'sct_w')).toBe(isKept);
  }
});
