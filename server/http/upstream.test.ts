import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { upstreamUrl } from './upstream.ts';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let upstream: Server;
let seen: Seen[];
let reply: (response: ServerResponse, request: Seen) => void;
let service: TestService;

beforeEach(async () => {
  seen = [];
  reply = (response) => response.end('{"ok":true}');
  upstream = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = {
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      seen.push(call);
      reply(response, call);
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  service = await startTestService({
    emptyFirst: false,
    config: { upstreamBaseUrl: `http://127.0.0.1:${port}/support/v1` },
  });
});
afterEach(async () => {
  await service.close();
  upstream.closeAllConnections();
  upstream.close();
});

test('a call goes to the hosted service as it is, and its answer comes back', async () => {
  reply = (response) =>
    response
      .writeHead(409, {
        'Content-Type': 'application/json; charset=utf-8',
        'X-SVC-Request-Id': 'their-id',
        RateLimit: '"token";r=1;t=2',
        'Retry-After': '3',
        'Set-Cookie': 'a=b',
        Server: 'theirs',
      })
      .end('{"ok":false,"error":{"code":"conflict","message":"m"}}');
  const answer = await service.call('POST', 'tickets', {
    token: 'their-token',
    query: 'a=1&b=%20x',
    body: { subject: 'Hello', id: 9_007_199_254_740_993n },
    headers: { 'idempotency-key': 'k', 'x-secret': 's', cookie: 'c=d', 'x-forwarded-for': '1.2.3.4' },
  });
  expect(seen).toEqual([
    expect.objectContaining({
      method: 'POST',
      url: '/support/v1/api.ashx?resource=tickets&a=1&b=%20x',
      body: '{"subject":"Hello","id":9007199254740993}',
    }),
  ]);
  expect(seen[0]?.headers).toMatchObject({
    authorization: 'Bearer their-token',
    'content-type': 'application/json',
    'idempotency-key': 'k',
  });
  for (const name of ['x-secret', 'cookie', 'x-forwarded-for']) expect(seen[0]?.headers[name]).toBeUndefined();
  expect(answer.status).toBe(409);
  expect(answer.text).toBe('{"ok":false,"error":{"code":"conflict","message":"m"}}');
  expect(answer.headers).toMatchObject({
    'x-svc-request-id': 'their-id',
    ratelimit: '"token";r=1;t=2',
    'retry-after': '3',
    'cache-control': 'no-store',
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(answer.headers['server']).toBeUndefined();
});

test('a compressed answer is opened, and a redirect is not followed', async () => {
  reply = (response) =>
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
      .end(gzipSync('{"items":[]}'));
  const answer = await service.call('GET', 'tickets', { token: 't' });
  expect(answer.text).toBe('{"items":[]}');
  expect(answer.headers['content-encoding']).toBeUndefined();
  reply = (response) => response.writeHead(302, { Location: '/elsewhere' }).end();
  const redirect = await service.call('GET', 'tickets', { token: 't' });
  expect(redirect.status).toBe(302);
  expect(redirect.headers['location']).toBeUndefined();
  expect(seen).toHaveLength(2);
});

test('a hosted service that does not answer is 503 with the envelope', async () => {
  upstream.closeAllConnections();
  await new Promise((resolve) => upstream.close(resolve));
  const answer = await service.call('POST', 'tickets', { token: 't', body: { subject: 'x' } });
  expect(answer.status).toBe(503);
  expect(answer.json.error.code).toBe('overloaded');
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.headers['x-svc-request-id']).toMatch(/^req_/);
});

test('no database is asked for anything', async () => {
  expect((await service.app.inject('/healthz')).statusCode).toBe(200);
  expect(service.app.housekeeping).toBeNull();
});

test.each([
  ['https://x.example/v1', 'https://x.example/v1/api.ashx?a'],
  ['https://x.example/v1/', 'https://x.example/v1/api.ashx?a'],
  ['https://x.example', 'https://x.example/v1/api.ashx?a'],
  ['https://x.example/a/b', 'https://x.example/a/b/v1/api.ashx?a'],
])('calls to %s go to %s', (base, url) => {
  expect(upstreamUrl(base, '/v1/api.ashx?a')).toBe(url);
});
