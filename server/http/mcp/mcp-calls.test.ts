import { beforeAll, expect, test } from 'vitest';
import { listenForMcp, connectAssistant } from '#server/testing/mcp-client.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

// Tokens, origins, limits and forms of requests; server/mcp/tools.test.ts tries the tools.

const LISTED = 'https://desk.example';
const lines: string[] = [];
let service: TestService;
let home: TestSite;
let address: string;

beforeAll(async () => {
  const config = { publicUrl: 'https://support.example', corsOrigins: [LISTED] };
  service = await startTestService({ config, log: (text) => lines.push(text) });
  home = await service.createSite();
  address = await listenForMcp(service);
  return () => service.close();
});

interface Sent {
  readonly token?: string | null;
  readonly method?: 'POST' | 'GET' | 'DELETE' | 'PUT' | 'OPTIONS';
  readonly url?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const callOf = (name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name, arguments: args },
});

async function send({ token = home.token, method = 'POST', url = '/mcp', body = LIST, headers = {} }: Sent = {}) {
  const answer = await service.app.inject({
    method,
    url,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(method === 'POST' ? { payload: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  });
  const json = answer.payload.startsWith('{') ? answer.json() : undefined;
  return { status: answer.statusCode, headers: answer.headers, json, text: answer.payload };
}

test('MC-09: one message gets one JSON answer, without a session', async () => {
  const listed = await send();
  expect(listed.status).toBe(200);
  expect(listed.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(listed.headers['mcp-session-id']).toBeUndefined();
  expect(listed.headers['x-svc-request-id']).toMatch(/^req_/);
  expect(listed.json).toMatchObject({ jsonrpc: '2.0', id: 1, result: { tools: expect.any(Array) } });
  const greeted = await send({
    body: {
      jsonrpc: '2.0',
      id: 'a',
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
    },
  });
  expect(greeted.json).toMatchObject({
    id: 'a',
    result: { protocolVersion: '2025-06-18', serverInfo: { name: 'support-console' }, capabilities: { tools: {} } },
  });
  const noted = await send({ body: { jsonrpc: '2.0', method: 'notifications/initialized' } });
  expect([noted.status, noted.text]).toEqual([202, '']);
});

test.each(['legacy', 'auto'] as const)(
  'MC-09: the SDK client that greets by "%s" lists and calls tools',
  async (greeting) => {
    const assistant = await connectAssistant(address, home.token, { greeting });
    expect(assistant.client.getServerVersion()).toMatchObject({ name: 'support-console' });
    expect(await assistant.names()).toContain('search_tickets');
    expect(await assistant.use('search_tickets')).toEqual({ total_count: 0, items: [] });
    expect(await assistant.fail('get_ticket', { id: 5 })).toContain('not_found');
    await assistant.client.close();
  },
);

test('MC-09: other methods are 405, since there is no session and no stream', async () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS'] as const) {
    const { status, headers, json } = await send({ method });
    expect([method, status, headers.allow]).toEqual([method, 405, 'POST']);
    expect(json).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'method_not_allowed' } } });
  }
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
  };
  const body = {
    jsonrpc: '2.0',
    id: 3,
    method: 'subscriptions/listen',
    params: { notifications: {}, _meta: envelope },
  };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
  expect((await send({ body, headers })).json).toMatchObject({
    id: 3,
    error: { message: 'Subscription limit reached' },
  });
});

test('MC-10: no token, or one that is not good, is 401 and names the scheme', async () => {
  const { site } = home;
  const { token, tokenId } = await service.issueToken(site);
  expect((await send({ token })).status).toBe(200);
  await service.call('DELETE', 'api_tokens', { token: home.token, query: { id: tokenId } });
  for (const bad of [null, 'x', `${home.token.slice(0, -1)}${home.token.endsWith('A') ? 'B' : 'A'}`, token]) {
    const { status, headers, json } = await send({ token: bad });
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toContain('Bearer');
    expect(json).toMatchObject({ error: { data: { code: 'unauthorized' } } });
  }
});

test('MC-10: a page of another origin is refused, a listed one and that of the service are not', async () => {
  for (const origin of [
    'https://evil.example',
    'null',
    'https://support.example.evil.example',
    'http://support.example',
  ]) {
    expect((await send({ headers: { origin } })).status, origin).toBe(403);
    expect((await send({ headers: { origin }, token: null })).status, origin).toBe(403);
  }
  for (const origin of ['https://support.example', LISTED])
    expect((await send({ headers: { origin } })).status).toBe(200);
  expect((await send({ headers: { origin: LISTED } })).headers['access-control-allow-origin']).toBe(LISTED);
  const preflight = { origin: LISTED, 'access-control-request-method': 'POST' };
  const allowed = await send({ method: 'OPTIONS', headers: preflight, token: null });
  expect([allowed.status, allowed.headers['access-control-allow-methods']]).toEqual([204, 'POST']);
  expect(allowed.headers['access-control-allow-headers']).toContain('MCP-Protocol-Version');
});

test('MC-10: each operation of a tool takes one call of the allowance, and a used one says when to try again', async () => {
  const { token } = await service.issueToken(home.site, { rateLimitPerMin: 5 });
  const left = (answer: Awaited<ReturnType<typeof send>>) => String(answer.headers['ratelimit']).split(';')[1];
  expect(left(await send({ token }))).toBe('r=4');
  expect(left(await send({ token, body: callOf('support_health') }))).toBe('r=3');
  const two = callOf('count_tickets', { created_from: '2026-11-10T00:00:00Z', created_to: '2026-11-20T00:00:00Z' });
  expect(left(await send({ token, body: two }))).toBe('r=1');
  expect(left(await send({ token, body: callOf('get_ticket', { id: 'x' }) }))).toBe('r=0');
  const refused = await send({ token, body: callOf('support_health') });
  expect(refused.status).toBe(200);
  expect(refused.json.result).toEqual({
    content: [{ type: 'text', text: expect.stringMatching(/^rate_limited: .* Try again in \d+ seconds\.$/) }],
    isError: true,
  });
  const listed = await send({ token });
  expect([listed.status, Number(listed.headers['retry-after']) > 0]).toEqual([429, true]);
  expect((await service.call('GET', 'whoami', { token })).status).toBe(429);
});

test('MC-10: a call that runs out in the middle of a tool is an error of the tool', async () => {
  const { token } = await service.issueToken(home.site, { rateLimitPerMin: 1 });
  const two = callOf('count_tickets', { created_from: '2026-11-10T00:00:00Z', created_to: '2026-11-20T00:00:00Z' });
  const { json } = await send({ token, body: two });
  expect(json.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('rate_limited') }] });
});

test('MC-10: bodies that are too large, of another type, or no message are refused before the protocol', async () => {
  const padded = JSON.stringify({ ...LIST, params: { pad: 'x'.repeat(1_048_576) } });
  expect((await send({ body: padded })).status).toBe(413);
  expect((await send({ headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  for (const body of ['', 'nope', '[]', JSON.stringify([LIST, LIST]), '{"__proto__":1}', '['.repeat(100_000)]) {
    expect((await send({ body })).status, body.slice(0, 20)).toBe(400);
  }
  expect((await send({ headers: { accept: 'text/html' } })).status).toBe(406);
  expect((await send({ body: { jsonrpc: '2.0', id: 2, method: 'resources/list' } })).json.error.code).toBe(-32_601);
  expect((await send({ body: callOf('nothing') })).json.error).toMatchObject({
    code: -32_602,
    message: 'There is no tool nothing',
  });
});

test('MC-04: a name in the address that is no writing tool is refused, with those that are', async () => {
  for (const url of [
    '/mcp?tools=add_not',
    '/mcp?tools=search_tickets',
    '/mcp?tools=add_note&tools=add_tags',
    '/mcp?tools=%ff',
  ]) {
    const { status, json } = await send({ url });
    expect([status, json.error.data.code], url).toEqual([400, 'bad_field']);
  }
  expect((await send({ url: '/mcp?tools=delete' })).json.error.message).toBe(
    'tools must be a comma-separated list of add_note, draft_reply, add_tags',
  );
  expect((await send({ url: '/mcp?tools=add_note,%20add_tags&other=1' })).status).toBe(200);
});

test('MC-10: the log and the metrics have the message and each operation, under one request id and without secrets', async () => {
  lines.length = 0;
  const { site } = await service.createSite({ name: 'Logged' });
  const { token, tokenId } = await service.issueToken(site);
  const canary = 'Zebra-canary';
  const { headers } = await send({ token, body: callOf('search_tickets', { q: canary }) });
  const failed = await send({ token, body: callOf('get_ticket', { id: 99 }) });
  const logged = lines.map((line): Record<string, unknown> => JSON.parse(line));
  expect(logged.map(({ method, resource, status }) => [method, resource, status])).toEqual([
    ['GET', 'tickets', 200],
    ['POST', 'mcp', 200],
    ['GET', 'ticket', 404],
    ['POST', 'mcp', 200],
  ]);
  const id = headers['x-svc-request-id'];
  expect(logged.map((line) => line['request_id'])).toEqual([
    id,
    id,
    failed.headers['x-svc-request-id'],
    failed.headers['x-svc-request-id'],
  ]);
  for (const line of logged) expect(line).toMatchObject({ token_id: Number(tokenId), site_id: Number(site.id) });
  for (const secret of [canary, token.slice(16)]) expect(lines.join('')).not.toContain(secret);
  const { payload } = await service.app.inject({ url: '/metrics', headers: { host: 'localhost' } });
  expect(payload).toContain('support_console_requests_total{resource="mcp",method="POST",status="200"}');
  expect(payload).toContain('support_console_requests_total{resource="ticket",method="GET",status="404"}');
});

test('MC-11: /mcp is 404 without extensions and before a hosted service, and nothing is below it', async () => {
  for (const url of ['/mcp/', '/mcp/x']) expect((await send({ url })).status).toBe(404);
  const plain = await startTestService({ extensions: false, emptyFirst: false });
  const hosted = await startTestService({ config: { upstreamBaseUrl: 'http://127.0.0.1:9/v1' }, emptyFirst: false });
  for (const { app } of [plain, hosted]) {
    for (const method of ['POST', 'GET'] as const) {
      const answer = await app.inject({ method, url: '/mcp', headers: { authorization: `Bearer ${home.token}` } });
      expect([method, answer.statusCode]).toEqual([method, 404]);
    }
    await app.close();
  }
});
