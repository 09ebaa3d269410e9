import { readFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { newToken } from '#server/tokens/token-format.ts';
import { createLog } from './log.ts';

let service: TestService;
let own: TestSite;
let written: string;

beforeEach(async () => {
  written = '';
  service = await startTestService({ log: (text) => (written += text), config: { logLevel: 'debug' } });
  own = await service.createSite({ name: 'Canary-site-name' });
});
afterEach(() => service.close());

async function lines(): Promise<Record<string, unknown>[]> {
  await service.close();
  return written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const ALLOWED = [
  'level',
  'time',
  'msg',
  'request_id',
  'client_request_id',
  'method',
  'resource',
  'status',
  'ms',
  'network',
  'token_id',
  'token_prefix',
  'site_id',
  'error',
  'code',
  'at',
];

test('a call is one line with a fixed set of fields', async () => {
  const answer = await service.call('GET', 'whoami', { token: own.token, headers: { 'x-request-id': 'client-1' } });
  const [line, ...rest] = await lines();
  expect(rest).toEqual([]);
  expect(line).toEqual({
    level: 'info',
    time: '2026-11-20T14:30:00.000Z',
    msg: 'call',
    request_id: answer.headers['x-svc-request-id'],
    client_request_id: 'client-1',
    method: 'GET',
    resource: 'whoami',
    status: 200,
    ms: expect.any(Number),
    network: '127.0.0.0/24',
    token_id: Number(own.tokenId),
    token_prefix: own.token.slice(0, 14),
    site_id: Number(own.site.id),
  });
  expect(answer.text + JSON.stringify(answer.headers)).not.toContain('client-1');
});

test('docs/operating.md has every field of the log', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const table = page.split('### The log')[1]?.split('###')[0] ?? '';
  const documented = [...table.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []);
  const elsewhere = ['calls', 'address', 'commands', 'closed', 'headers', 'postgres'];
  expect(documented.toSorted()).toEqual([...ALLOWED, ...elsewhere].toSorted());
});

test('neither input nor output of a client is logged', async () => {
  const secret = own.token.slice(14);
  const call = (method: string, resource: string, more: object) =>
    service.call(method, resource, { token: own.token, ...more });
  const headers = {
    'user-agent': 'canary-agent',
    'x-canary': 'canary-header',
    'x-request-id': 'canary "quoted"',
    cookie: 'a=canary-cookie',
  };
  await call('GET', 'tickets', { query: 'q=canary-query&assignee=canary-assignee', headers });
  await call('POST', 'tickets', {
    body: { subject: 'canary-subject', requester_email: 'canary@example.org' },
    headers,
  });
  await call('POST', 'tickets', { body: '{"canary-broken', headers });
  await call('POST', 'tickets', {
    body: { 'canary-field': 1 },
    headers: { ...headers, 'idempotency-key': 'canary-key' },
  });
  await call('GET', 'canary-resource', { headers });
  const session = await call('POST', 'sessions', { body: {} });
  await call('GET', 'tickets', { token: `sck_${'c4n4ry'.repeat(7)}xx` });
  await service.database.owner.query(sql`alter table ticket rename to ticket_away`);
  const broken = await call('POST', 'tickets', { body: { subject: 'canary-subject' } });
  await service.database.owner.query(sql`alter table ticket_away rename to ticket`);
  expect(broken.status).toBe(500);
  expect(broken.json.error.message).toBe(
    `Something went wrong on our side; request id ${broken.headers['x-svc-request-id']}`,
  );
  const all = await lines();
  expect(all.length).toBeGreaterThan(7);
  expect(written).not.toMatch(/canary|c4n4ry/i);
  for (const hidden of [secret, session.json.data.token.slice(14)]) expect(written).not.toContain(hidden);
  for (const line of all) expect(ALLOWED).toEqual(expect.arrayContaining(Object.keys(line)));
  const failure = all.find((line) => line['msg'] === 'internal_error');
  expect(failure).toMatchObject({
    level: 'error',
    request_id: broken.headers['x-svc-request-id'],
    error: 'QueryError',
    code: '42P01',
  });
});

test('a network with many unknown tokens is reported once a minute', async () => {
  for (let call = 0; call < 63; call += 1) await service.call('GET', 'whoami', { token: newToken('sck', own.site.id) });
  await service.app.housekeeping?.runEveryMinute();
  await service.app.housekeeping?.runEveryMinute();
  const bursts = (await lines()).filter((line) => line['level'] === 'warn');
  expect(bursts).toEqual([
    expect.objectContaining({ msg: 'many calls with unknown tokens', network: '127.0.0.0/24', calls: 3 }),
  ]);
});

test.each(['warn', 'silent'])('at the level %s calls are not logged', async (level) => {
  let text = '';
  const log = createLog({ level, now: () => new Date(0), write: (part) => (text += part) });
  log.info({}, 'call');
  log.error({ id: 10n }, 'broken');
  expect(text).toBe(
    level === 'silent' ? '' : '{"level":"error","time":"1970-01-01T00:00:00.000Z","id":10,"msg":"broken"}\n',
  );
});

test.each([
  ['POST /v1/api.ashx?resource=tickets', 'application/json', '{"subject":'],
  ['POST /v1/api.ashx?resource=bind_channels_bulk', 'text/csv', 'channel,external_user_id\nsms,+4915188802201\n'],
  ['POST /portal/session', 'application/json', '{"token":'],
])('%s by a client that disconnects during its body is logged as 499, not as a failure', async (call, type, half) => {
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as AddressInfo;
  const head = [
    `${call} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${own.token}`,
    `Content-Type: ${type}`,
    'Content-Length: 500',
  ].join('\r\n');
  for (let times = 0; times < 5; times += 1) {
    const socket = connect(port, '127.0.0.1');
    // The service must have started to read before the client disconnects.
    await new Promise<void>((resolve) => {
      service.app.server.once('request', () => resolve());
      socket.write(`${head}\r\n\r\n${half}`);
    });
    socket.resetAndDestroy();
  }
  await expect.poll(() => written.split('\n').length - 1).toBe(5);
  const metrics = await service.app.inject('/metrics');
  expect(metrics.payload).not.toMatch(/support_console_requests_total\{[^}]*status="5/);
  for (const line of await lines()) expect(line).toMatchObject({ level: 'info', msg: 'call', status: 499 });
});
