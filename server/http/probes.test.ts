import { readFileSync } from 'node:fs';
import path from 'node:path';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { Metrics } from './metrics.ts';
import { sendFailure } from './pages/plain-answer.ts';
import { addProbes } from './probes.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;
let own: TestSite;

beforeEach(async () => {
  service = await startTestService();
  own = await service.createSite();
});
afterEach(() => service.close());

const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  service.app.inject({ url, headers, remoteAddress });

test('the service says that it can serve, and that it lives', async () => {
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

test('while it drains it is not ready, lives on and finishes calls', async () => {
  service.app.drain();
  for (const url of ['/healthz', '/readyz']) expect((await get(url)).statusCode).toBe(503);
  expect((await get('/livez')).statusCode).toBe(200);
  expect((await service.call('GET', 'whoami', { token: own.token })).status).toBe(200);
});

test('the metrics tell of calls by resource, method and status, and of nothing that a client wrote', async () => {
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
  expect(payload).not.toContain('canary');
});

test('the metrics tell how busy the database is, and what the operators page names', async () => {
  const { payload } = await get('/metrics');
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(payload)?.[1]);
  expect(value('support_console_database_connections')).toBeGreaterThanOrEqual(1);
  expect(value('support_console_database_idle')).toBeGreaterThanOrEqual(0);
  expect(value('support_console_database_waiting')).toBe(0);
  expect(value('support_console_database_seconds')).toBeGreaterThan(0);
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const ours = [...payload.matchAll(/^# TYPE (support_console_\w+)/gm)].map(([, name = '']) => name);
  expect(ours.length).toBeGreaterThan(8);
  for (const name of ours) expect(page).toContain(`\`${name}\``);
});

test('the metrics open to this machine, or to a token for everything', async () => {
  for (const header of ['forwarded', 'x-forwarded-for', 'x-forwarded-proto']) {
    expect((await get('/metrics', { [header]: '127.0.0.1' })).statusCode).toBe(404);
  }
  expect((await get('/metrics', {}, '203.0.113.7')).statusCode).toBe(404);
  expect((await get('/metrics', {}, '::1')).statusCode).toBe(200);
  expect((await get('/metrics', {}, '::ffff:127.0.0.1')).statusCode).toBe(200);
  const reader = await service.issueToken(own.site, { scopes: ['read'] });
  expect((await get('/metrics', { authorization: `Bearer ${reader.token}` }, '203.0.113.7')).statusCode).toBe(404);
  expect((await get('/metrics', { authorization: `Bearer ${own.token}` }, '203.0.113.7')).statusCode).toBe(200);
});

let nowMs = 0;

/** The probes over a database that answers as the test says, and the lines of their log. */
async function probesOver(query: () => Promise<never>, metrics = new Metrics(false)) {
  nowMs = 0;
  const lines: string[] = [];
  const log = createLog({ level: 'info', now: () => service.clock.now(), write: (text) => lines.push(text) });
  const unbound = { ...service.database.unbound, query };
  const app = Fastify({ logger: false });
  addProbes(app, {
    health: { isDraining: false, database: { ...service.database, unbound } },
    metrics,
    service: null,
    log,
    monotonicMs: () => nowMs,
  });
  app.setErrorHandler((error, _request, reply) => sendFailure(reply, error, log));
  await app.ready();
  return { app, lines };
}

test('a database that refuses, or says nothing for two seconds, makes the service not ready, and the log says so', async () => {
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

test('metrics that cannot be read are a failure of the service, which the log knows', async () => {
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

test('metrics are made at most once a second, however many ask, and all of them get the same', async () => {
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
