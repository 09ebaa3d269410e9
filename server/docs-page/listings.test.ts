import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { signDelivery } from '#server/webhooks/send-delivery.ts';
import { readJson, writeJson } from './listings/json.mjs';
import { isGenuine } from './listings/verify.mjs';

// Runs the programs of the guides.

const NOW = '2026-11-20T14:30:00.000Z';
let service: TestService;
let own: TestSite;

const waits = vi.hoisted(() => ({ ms: Array.of<number>(), advance: (_ms: number): void => undefined }));
/** A wait moves the service's clock instead of taking time. */
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<object>()),
  setTimeout: async (ms: number) => {
    waits.ms.push(ms);
    waits.advance(ms);
  },
}));

beforeAll(async () => {
  service = await startTestService({ now: NOW });
  waits.advance = (ms) => service.clock.advance(ms);
  own = await service.createSite({ rateLimitPerMin: 3 });
  vi.stubEnv('SUPPORT_URL', 'http://desk.example/v1');
  vi.stubEnv('SUPPORT_TOKEN', own.token);
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    const {
      statusCode,
      payload,
      headers: answered,
    } = await service.app.inject({
      url: url.slice('http://desk.example'.length),
      headers,
    });
    const retry = answered['retry-after'];
    return new Response(payload, {
      status: statusCode,
      headers: retry === undefined ? {} : { 'retry-after': String(retry) },
    });
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  await service.close();
});

test('call.mjs waits as long as Retry-After says, and then gets its answer', async () => {
  const { call } = await import('./listings/call.mjs');
  for (let n = 0; n < 3; n += 1) expect((await call('/whoami')).status).toBe(200);
  expect(waits.ms).toEqual([]);
  const fourth = await call('/whoami');
  expect(fourth.status).toBe(200);
  expect(waits.ms.length).toBe(1);
  expect(waits.ms[0]).toBeGreaterThan(0);
  expect(waits.ms[0]).toBeLessThanOrEqual(60_000);
  expect((await call('/ticket?id=1')).status).toBe(404);
});

test('every-ticket.mjs finds each ticket that lives through the walk once, while others are erased, resolved and created', async () => {
  const { everyTicket } = await import('./listings/every-ticket.mjs');
  const { token } = await service.issueToken(own.site, { label: 'Writer' });
  const must = async (method: string, resource: string, body: object) => {
    const { json, text } = await service.call(method, resource, { token, body: { ...body } });
    if (json.ok !== true) throw new Error(text);
    return json.data;
  };
  const ids: number[] = [];
  for (let n = 0; n < 410; n += 1) {
    const { id } = await must('POST', 'tickets', { subject: `Ticket ${n}`, requester_email: `p${n}@example.org` });
    ids.push(id);
  }
  const erased = new Set<unknown>();
  const erase = async (n: number) => {
    const email = `p${n}@example.org`;
    const { json } = await service.call('GET', 'customer', { token, query: { email } });
    await must('POST', 'customer_erase', { identity_id: json.data.identity.id, confirm_email: email });
    erased.add(ids[n]);
  };
  const seen: unknown[] = [];
  for await (const { id } of everyTicket()) {
    // Between two pages, and in the middle of one that has arrived.
    if (seen.length % 100 === 0) {
      const at = seen.length;
      for (const n of [at + 1, at + 50, 400 - at / 100]) if (n < 410) await erase(n);
      await must('PATCH', 'ticket', { id: ids[at + 2], status: 'resolved' });
      await must('POST', 'tickets', { subject: 'Meanwhile' });
    }
    seen.push(id);
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(erased.size).toBeGreaterThan(8);
  const survivors = ids.filter((id) => !erased.has(id));
  expect(survivors.filter((id) => !seen.includes(id))).toEqual([]);
});

test('json.mjs keeps every digit of an integer in both directions, and other numbers as they are', () => {
  const text =
    '{"id":9223372036854775807,"count":9007199254740991,"cost":0.25,"big":1e300,"text":"9223372036854775807"}';
  const value = readJson(text);
  expect(value).toEqual({
    id: 9_223_372_036_854_775_807n,
    count: 9_007_199_254_740_991,
    cost: 0.25,
    big: 1e300,
    text: '9223372036854775807',
  });
  expect(readJson(writeJson(value))).toEqual(value);
  expect(writeJson({ id: 9_223_372_036_854_775_807n })).toBe('{"id":9223372036854775807}');
});

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OLD_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const BODY = '{"type":"ticket.created","data":{"subject":"Löwe"}}';
const SIGNED: Record<string, string> = {
  ...signDelivery({ messageId: 'msg_1', body: BODY }, [SECRET, OLD_SECRET], new Date(NOW)),
};
const SECONDS = new Date(NOW).getTime() / 1000;

interface Delivery {
  readonly title: string;
  readonly secret?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly at?: number;
  readonly genuine: boolean;
}

const without = (name: string) => Object.fromEntries(Object.entries(SIGNED).filter(([key]) => key !== name));
const DELIVERIES: readonly Delivery[] = [
  { title: 'as it was sent', genuine: true },
  { title: 'with the secret before', secret: OLD_SECRET, genuine: true },
  { title: 'four minutes late', at: SECONDS + 240, genuine: true },
  { title: 'with another secret', secret: `whsec_${Buffer.alloc(32, 9).toString('base64')}`, genuine: false },
  { title: 'with another body', body: BODY.replace('created', 'resolved'), genuine: false },
  { title: 'under another id', headers: { ...SIGNED, 'webhook-id': 'msg_2' }, genuine: false },
  { title: 'five minutes late', at: SECONDS + 300, genuine: false },
  { title: 'at another time', headers: { ...SIGNED, 'webhook-timestamp': String(SECONDS + 1) }, genuine: false },
  { title: 'without a time', headers: without('webhook-timestamp'), genuine: false },
  { title: 'without a signature', headers: without('webhook-signature'), genuine: false },
  { title: 'with an empty signature', headers: { ...SIGNED, 'webhook-signature': '' }, genuine: false },
  { title: 'with a time that is none', headers: { ...SIGNED, 'webhook-timestamp': 'now' }, genuine: false },
];

test.each(DELIVERIES)('verify.mjs: a delivery $title', ({ secret, headers, body, at, genuine }) => {
  const bytes = Buffer.from(body ?? BODY);
  expect(isGenuine(secret ?? SECRET, headers ?? SIGNED, bytes, at ?? SECONDS)).toBe(genuine);
});

const python = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!python)('verify.py judges the same deliveries alike', () => {
  const program = [
    'import json, sys',
    'from verify import is_genuine',
    'cases = json.load(sys.stdin)',
    'print(json.dumps([is_genuine(c["secret"], c["headers"], c["body"].encode(), c["at"]) for c in cases]))',
  ].join('\n');
  const input = JSON.stringify(
    DELIVERIES.map(({ secret = SECRET, headers = SIGNED, body = BODY, at = SECONDS }) => ({
      secret,
      headers,
      body,
      at,
    })),
  );
  const { stdout, stderr } = spawnSync('python3', ['-B', '-c', program], {
    cwd: path.join(import.meta.dirname, 'listings'),
    input,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(DELIVERIES.map(({ genuine }) => genuine));
});
