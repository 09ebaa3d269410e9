import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RawCall } from '#server/testing/raw-call.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { createLog } from './log.ts';
import { Metrics } from './metrics.ts';
import { addProbes } from './probes.ts';
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

test('a call is forwarded unchanged, and the response is returned', async () => {
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

test('a compressed response is decompressed, and a redirect is not followed', async () => {
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

test('a hosted service that does not respond is 503 with the envelope', async () => {
  upstream.closeAllConnections();
  await new Promise((resolve) => upstream.close(resolve));
  const answer = await service.call('POST', 'tickets', { token: 't', body: { subject: 'x' } });
  expect(answer.status).toBe(503);
  expect(answer.json.error.code).toBe('overloaded');
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.headers['x-svc-request-id']).toMatch(/^req_/);
});

test('the service is ready while the hosted service answers, which is asked at most every five seconds', async () => {
  reply = (response) => response.writeHead(401).end('{"ok":false}');
  const lines: string[] = [];
  let nowMs = 0;
  const app = Fastify({ logger: false });
  const { port } = upstream.address() as AddressInfo;
  addProbes(app, {
    health: { isDraining: false, database: null, upstreamBaseUrl: `http://127.0.0.1:${port}/support/v1` },
    metrics: new Metrics(false),
    metricsToken: null,
    log: createLog({ level: 'info', now: () => new Date(0), write: (text) => lines.push(text) }),
    monotonicMs: () => nowMs,
  });
  const statuses = async () =>
    Promise.all(['/readyz', '/healthz', '/livez'].map(async (url) => (await app.inject(url)).statusCode));
  expect(await statuses()).toEqual([200, 200, 200]);
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /support/v1/whoami']);
  expect(seen[0]?.headers.authorization).toBeUndefined();

  reply = (response) => response.writeHead(502).end();
  nowMs += 4_999;
  expect(await statuses()).toEqual([200, 200, 200]);
  nowMs += 1;
  expect(await statuses()).toEqual([503, 503, 200]);
  expect(lines).toEqual([expect.stringContaining('"status":502')]);

  upstream.closeAllConnections();
  await new Promise((resolve) => upstream.close(resolve));
  nowMs += 5_000;
  expect(await statuses()).toEqual([503, 503, 200]);
  expect(lines.at(-1)).toContain('not ready: the upstream service does not answer');
});

test('no database is used', async () => {
  expect((await service.app.inject('/healthz')).statusCode).toBe(200);
  expect(service.app.housekeeping).toBeNull();
});

test.each([
  ['https://x.example/v1', 'https://x.example/v1/api.ashx?a=%20x'],
  ['https://x.example/v1/', 'https://x.example/v1/api.ashx?a=%20x'],
  ['https://x.example', 'https://x.example/v1/api.ashx?a=%20x'],
  ['https://x.example/a/b', 'https://x.example/a/b/v1/api.ashx?a=%20x'],
])('calls to %s go to %s', (base, url) => {
  expect(upstreamUrl(base, '/v1/api.ashx?a=%20x')?.href).toBe(url);
});

test.each([
  ['/v1', '/support/v1'],
  ['/v1?a=1', '/support/v1?a=1'],
  ['/v1/api.ashx', '/support/v1/api.ashx'],
  ['/v1/tickets?limit=1', '/support/v1/tickets?limit=1'],
  ['/v1/ai_spend?days=7', '/support/v1/ai_spend?days=7'],
  ['/v1/api.ashx?resource=knowledge_base&q=../../x', '/support/v1/api.ashx?resource=knowledge_base&q=../../x'],
  ['/v1/api.ashx?q=a#b', '/support/v1/api.ashx?q=a%23b'],
  ['http://elsewhere.example/v1/api.ashx?resource=whoami', '/support/v1/api.ashx?resource=whoami'],
])('%s is forwarded as %s', async (target, url) => {
  expect((await sendTarget('GET', target)).status).toBe(200);
  expect(seen.map((call) => call.url)).toEqual([url]);
});

/** Spellings that a URL parser, a proxy or a file system could resolve to a path outside the API. */
const LEADING_OUT = [
  '/v1/../metrics',
  '/v1/..',
  '/v1/.',
  '/v1/./api.ashx',
  '/v1/../v1/api.ashx',
  '/v1/../../livez',
  '/v1/x/../../livez',
  '/v1/tickets/../../metrics',
  '/v1/api.ashx/../../metrics',
  '/v1/%2e%2e/livez',
  '/v1/%2E%2E/livez',
  '/v1/.%2e/livez',
  '/v1/%2e./livez',
  '/v1/%2e/api.ashx',
  '/v1/..%2flivez',
  '/v1/..%2Flivez',
  '/v1/%2e%2e%2flivez',
  '/v1/%252e%252e/livez',
  '/v1/%252e%252e%252flivez',
  '/v1/..%5clivez',
  String.raw`/v1/..\livez`,
  String.raw`/v1/\..\..\livez`,
  String.raw`/v1/\\elsewhere.example/`,
  '/v1/.\t./livez',
  '/v1/%09../livez',
  '/v1/.%09./livez',
  '/v1/..;/livez',
  '/v1/..;a=b/livez',
  '/v1/;/../livez',
  '/v1/..%3b/livez',
  '/v1/..%00/livez',
  '/v1//../livez',
  '/v1//elsewhere.example/',
  '/v1//api.ashx',
  '/v1/',
  '/v1/api.ashx/',
  '/v1/api.ashx;a=b',
  '/v1/API.ASHX',
  '/v1/api.ashx%3fresource=whoami',
  '/v1/api.ashx%20',
  '/v1/tickets/1',
  '/v1/metrics',
  '/v1/livez',
  '/v1/@elsewhere.example/',
  '/v1/%40elsewhere.example/',
  '/v1/%u002e%u002e/livez',
  '/v1/%c0%ae%c0%ae/livez',
  '/v1/\uff0e\uff0e/livez',
  'http://elsewhere.example/v1/../livez',
  '/v1/constructor',
  '/v1/__proto__',
];

test.each(LEADING_OUT.flatMap((target) => ['GET', 'POST'].map((method) => [method, target] as const)))(
  '%s %j does not reach the hosted service',
  async (method, target) => {
    const answer = await sendTarget(method, target);
    // The HTTP parser refuses some of them.
    expect([400, 404]).toContain(answer.status);
    expect(answer.text).toMatch(/^x-svc-request-id: req_[0-9A-Za-z]{22}\r$/im);
    expect(seen).toEqual([]);
  },
);

test.each([
  '/metrics',
  '/livez',
  '//v1/api.ashx',
  '/v1;/../metrics',
  '/v1%2f..%2fmetrics',
  '/x/../v1/api.ashx',
  '/%76%31/api.ashx',
])('the dashboard handles %s itself', async (target) => {
  await sendTarget('GET', target);
  expect(seen).toEqual([]);
});

test.each(['PUT', 'OPTIONS', 'TRACE'])('%s is refused before anything is sent', async (method) => {
  const answer = await sendTarget(method, '/v1/api.ashx?resource=whoami');
  expect(answer.status).toBe(405);
  expect(answer.text).toContain('Allow: GET, HEAD, POST, PATCH, DELETE');
  expect(seen).toEqual([]);
});

/** Sends a request target unchanged, which client libraries do not do. */
async function sendTarget(method: string, target: string): Promise<{ status: number; text: string }> {
  if (!service.app.server.listening) await service.app.listen({ host: '127.0.0.1', port: 0 });
  const call = new RawCall((service.app.server.address() as AddressInfo).port);
  const body = method === 'POST' ? 'Content-Type: application/json\r\nContent-Length: 2\r\n' : '';
  await call.send(
    `${method} ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\nConnection: close\r\n${body}\r\n${body === '' ? '' : '{}'}`,
  );
  const text = await call.answer;
  return { status: Number(text.slice(9, 12)), text };
}
