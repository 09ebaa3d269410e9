import { readFileSync } from 'node:fs';
import path from 'node:path';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FairSemaphore } from '#server/fair-semaphore.ts';
import { createLog } from './log.ts';
import { Metrics } from './metrics.ts';
import { sendFailure } from './pages/plain-answer.ts';
import { addProbes } from './probes.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const ROOT = path.join(import.meta.dirname, '../..');

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService();
  own = await service.createSite();
});
afterEach(() => service.close());

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  service.app.inject({ url, headers, remoteAddress });

test('the service reports that it is ready and alive', async () => {
  for (const url of ['/healthz', '/readyz', '/livez']) {
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.payload).toBe('ok\n');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
  }
});

test('a draining service is not ready, but alive, and finishes calls', async () => {
  service.app.drain();
  for (const url of ['/healthz', '/readyz']) expect((await get(url)).statusCode).toBe(503);
  expect((await get('/livez')).statusCode).toBe(200);
  expect((await service.call('GET', 'whoami', { token: own.token })).status).toBe(200);
});

test('the metrics count calls by resource, method and status, without client input', async () => {
  await service.call('GET', 'whoami', { token: own.token });
  await service.call('GET', 'canary', { token: own.token });
  await service.call('GET', 'tickets', {});
  const { payload, headers } = await get('/metrics');
  expect(headers['content-type']).toMatch(/^text\/plain; version=/);
  expect(payload).toContain('support_console_requests_total{resource="whoami",method="GET",status="200"} 1');
  expect(payload).toContain('support_console_requests_total{resource="other",method="GET",status="404"} 1');
  expect(payload).toContain('support_console_unauthorized_total 1');
  expect(payload).toMatch(/support_console_request_seconds_count\{resource="whoami",method="GET"\} 1/);
  expect(payload).toContain('support_console_token_cache_size 1');
  expect(payload).toMatch(/support_console_token_cache_misses_total [1-9]/);
  expect(payload).not.toContain('canary');
});

test('what only grows is a counter with the ending _total, and the build says what runs', async () => {
  const { payload } = await get('/metrics');
  const types = [...payload.matchAll(/^# TYPE (support_console_\w+) (\w+)$/gm)];
  expect(types.length).toBeGreaterThan(8);
  for (const [, name = '', type] of types) expect(name.endsWith('_total'), name).toBe(type === 'counter');
  const version: string = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).version;
  const build = /^support_console_build_info\{version="([^"]+)",node="([^"]+)",revision="[0-9a-f]*"\} 1$/m.exec(
    payload,
  );
  expect(build?.slice(1)).toEqual([version, process.version]);
});

test('the metrics say how full the places are that sites share', async () => {
  const metrics = new Metrics(false);
  const places = new FairSemaphore({ capacity: 4, share: 1, most: 8 });
  metrics.watchQuota('webhooks', () => places.load());
  const { app } = await probesOver(() => Promise.reject(new Error('no')), metrics);
  for (const site of [1n, 1n, 1n, 1n, 2n]) places.tryAcquire(site);
  void places.acquire(1n, null);
  const { payload } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(payload).toContain('support_console_quota_used_ratio{quota="webhooks"} 0.625');
  expect(payload).toContain('support_console_quota_largest_site_ratio{quota="webhooks"} 1');
  expect(payload).toContain('support_console_quota_waiting{quota="webhooks"} 1');
  const whole = (await get('/metrics')).payload;
  for (const quota of ['upload_bytes', 'large_answers', 'heavy_work', 'webhooks']) {
    expect(whole).toContain(`support_console_quota_used_ratio{quota="${quota}"} 0`);
  }
});

test('the metrics include the load of the database and everything that docs/operating.md names', async () => {
  const { payload } = await get('/metrics');
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(payload)?.[1]);
  expect(value('support_console_database_connections')).toBeGreaterThanOrEqual(1);
  expect(value('support_console_database_idle')).toBeGreaterThanOrEqual(0);
  expect(value('support_console_database_waiting')).toBe(0);
  expect(value('support_console_database_seconds')).toBeGreaterThan(0);
  const page = readFileSync(path.join(ROOT, 'docs/operating.md'), 'utf8');
  const ours = [...payload.matchAll(/^# TYPE (support_console_\w+)/gm)].map(([, name = '']) => name);
  expect(ours.length).toBeGreaterThan(8);
  for (const name of ours) expect(page).toContain(`\`${name}\``);
});

const PROXIED = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'via'];

test('without a token the metrics are only for this machine', async () => {
  for (const header of PROXIED) expect((await get('/metrics', { [header]: '127.0.0.1' })).statusCode).toBe(404);
  expect((await get('/metrics', {}, '203.0.113.7')).statusCode).toBe(404);
  for (const address of ['::1', '::ffff:127.0.0.1', '127.0.0.9']) {
    expect((await get('/metrics', {}, address)).statusCode).toBe(200);
  }
  for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:8080', '[::1]:8080']) {
    expect((await get('/metrics', { host })).statusCode).toBe(200);
  }
  // DNS rebinding: a page of another host whose name resolves to this machine.
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'evil.example:127']) {
    expect((await get('/metrics', { host })).statusCode).toBe(404);
  }
  // API tokens do not work here.
  const authorization = `Bearer ${own.token}`;
  expect((await get('/metrics', { authorization }, '203.0.113.7')).statusCode).toBe(404);
});

test('with METRICS_TOKEN the metrics require that token, from everywhere', async () => {
  const metricsToken = 'of-the-scraper-1';
  const guarded = await startTestService({ emptyFirst: false, config: { metricsToken } });
  const ask = (authorization?: string, remoteAddress = '203.0.113.7', more: Record<string, string> = {}) =>
    guarded.app.inject({
      url: '/metrics',
      remoteAddress,
      headers: { ...more, ...(authorization !== undefined && { authorization }) },
    });
  for (const scheme of ['Bearer', 'bearer']) expect((await ask(`${scheme} ${metricsToken}`)).statusCode).toBe(200);
  const proxied = await ask(`Bearer ${metricsToken}`, '127.0.0.1', { via: '1.1 proxy', host: 'desk.example' });
  expect(proxied.statusCode).toBe(200);
  const wrong = [
    undefined,
    '',
    'Bearer',
    'Bearer of-the-scraper-2',
    `Bearer ${metricsToken}x`,
    `Basic ${metricsToken}`,
  ];
  for (const authorization of [...wrong, metricsToken, `Bearer ${own.token}`]) {
    const refused = await ask(authorization, '127.0.0.1');
    expect(refused.statusCode).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer realm="metrics"');
    expect(refused.payload).toBe('unauthorized\n');
  }
  await guarded.close();
});

let nowMs = 0;

/** The probes over a database that the test controls, and the lines of their log. */
async function probesOver(query: () => Promise<never>, metrics = new Metrics(false)) {
  nowMs = 0;
  const lines: string[] = [];
  const log = createLog({ level: 'info', now: () => service.clock.now(), write: (text) => lines.push(text) });
  const unbound = { ...service.database.unbound, query };
  const app = Fastify({ logger: false });
  addProbes(app, {
    health: { isDraining: false, database: { ...service.database, unbound }, upstreamBaseUrl: null },
    metrics,
    metricsToken: null,
    log,
    monotonicMs: () => nowMs,
  });
  app.setErrorHandler((error, _request, reply) => sendFailure(reply, error, log));
  await app.ready();
  return { app, lines };
}

test('a database that fails or hangs for two seconds makes the service not ready, which is logged', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const refusing = await probesOver(() => Promise.reject(new Error('secret words')));
    expect((await refusing.app.inject({ url: '/readyz' })).statusCode).toBe(503);
    expect(refusing.lines).toHaveLength(1);
    expect(refusing.lines[0]).toContain('not ready: the database does not answer');
    expect(refusing.lines[0]).not.toContain('secret words');
    const silent = await probesOver(() => new Promise<never>(() => undefined));
    const asked = silent.app.inject({ url: '/healthz' });
    await vi.advanceTimersByTimeAsync(1_999);
    expect(silent.lines).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect((await asked).statusCode).toBe(503);
    expect(silent.lines).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

test('metrics that cannot be collected are 500, which is logged', async () => {
  const metrics = new Metrics(false);
  metrics.watchTokens({
    cachedTokens: () => {
      throw new Error('secret words');
    },
    tokenHits: () => 0,
    tokenMisses: () => 0,
  });
  const { app, lines } = await probesOver(() => Promise.reject(new Error('no')), metrics);
  const answer = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(answer.statusCode).toBe(500);
  expect(answer.payload).toMatch(/req_[0-9A-Za-z]{22}/);
  expect(answer.payload).not.toContain('secret words');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"level":"error"');
});

test('metrics are collected at most once a second and shared by all scrapers', async () => {
  const metrics = new Metrics(false);
  let made = 0;
  metrics.watchTokens({ cachedTokens: () => (made += 1), tokenHits: () => 0, tokenMisses: () => 0 });
  const { app } = await probesOver(() => Promise.reject(new Error('no')), metrics);
  const read = async () => (await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).payload;
  const answers = await Promise.all(Array.from({ length: 50 }, read));
  nowMs += 999;
  answers.push(await read());
  expect(new Set(answers).size).toBe(1);
  expect(made).toBe(1);
  nowMs += 1;
  expect(await read()).toContain('support_console_token_cache_size 2');
});
