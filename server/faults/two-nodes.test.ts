import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFakeProvider, type FakeProvider } from '#server/testing/fake-provider.ts';
import { startReceiver, type Receiver } from '#server/testing/receiver.ts';
import { makeDist, makeSetting, type Setting } from '#server/testing/run-program.ts';
import { makeNodeSite, startNode, type NodeAnswer, type ServiceNode } from '#server/testing/service-node.ts';

let setting: Setting;
let dist: string;
let provider: FakeProvider;
let receiver: Receiver;
const nodes: ServiceNode[] = [];

beforeAll(async () => {
  [dist, setting] = [await makeDist(), await makeSetting()];
  [provider, receiver] = [await startFakeProvider(), await startReceiver()];
  const variables = { ...setting.variables, AI_PROVIDER_BASE_URL: provider.baseUrl, WEBHOOK_ALLOW_PRIVATE: '1' };
  const first = startNode(dist, variables);
  // Both start at once: one applies the migrations, the other waits for it.
  nodes.push(...(await Promise.all([first, startNode(dist, variables)])));
});
afterAll(async () => {
  for (const node of nodes.splice(0)) await node.kill();
  await provider.close();
  await receiver.close();
});

const oneOf = (n: number): ServiceNode => {
  const node = nodes[n % nodes.length];
  if (node === undefined) throw new Error('no node is left');
  return node;
};

const isGranted = ({ status }: NodeAnswer) => status === 200;

test('two nodes share the rate limit of a token: never more is granted, and nearly all of it', async () => {
  const { token } = await makeNodeSite(setting, { rateLimitPerMin: 200 });
  const calls = Array.from({ length: 360 }, (_, n) => oneOf(n).call('GET', 'whoami', { token }));
  const answers = await Promise.all(calls);
  const granted = answers.filter(isGranted).length;
  expect(granted).toBeLessThanOrEqual(200);
  expect(granted).toBeGreaterThanOrEqual(180);
  for (const answer of answers) {
    if (isGranted(answer)) continue;
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

test('a write on one node is visible on the other at once, and so are its idempotency keys', async () => {
  const { token } = await makeNodeSite(setting);
  const call = { token, body: { subject: 'Once' }, headers: { 'idempotency-key': 'the same' } };
  const answers = await Promise.all([0, 1, 0, 1].map((n) => oneOf(n).call('POST', 'tickets', call)));
  expect(new Set(answers.map(({ json }) => json.data.id)).size).toBe(1);
  const { json } = await oneOf(1).call('GET', 'ticket', { token, query: { id: answers[0]?.json.data.id } });
  expect(json.data.subject).toBe('Once');
});

test('a part of a file that both nodes get concurrently is bound once, and both give the same answer', async () => {
  const { token } = await makeNodeSite(setting);
  const rows = Array.from({ length: 12_000 }, (_, n) => `sms,${n},person.${n}@example.org`);
  const call = {
    token,
    query: { rows: 1, batch_id: '0d9a6f0e-5c39-4f0c-8a3e-1d2f6b7a9c11', line_offset: 0 },
    headers: { 'content-type': 'text/csv' },
    body: ['channel,external_user_id,email', ...rows].join('\n'),
  };
  const answers = await Promise.all([0, 1, 0, 1].map((n) => oneOf(n).call('POST', 'bind_channels_bulk', call)));
  const [first, ...others] = answers.map(({ json }) => json.data);
  expect(first).toMatchObject({ bound: 12_000, refreshed: 0, minted_identity: 12_000 });
  for (const other of others) expect(other).toEqual(first);
  const { json } = await oneOf(1).call('GET', 'bind_jobs', { token });
  expect(json.data).toMatchObject({
    total_count: 1,
    items: [{ parts: 1, counts: { total_rows: 12_000, bound: 12_000 } }],
  });
});

test('a session that was ended on one node is refused by the other within a second', async () => {
  const { token } = await makeNodeSite(setting);
  const started = await oneOf(0).call('POST', 'sessions', { token, body: {} });
  const session = started.json.data.token;
  expect(isGranted(await oneOf(1).call('GET', 'whoami', { token: session }))).toBe(true);
  await oneOf(0).call('DELETE', 'sessions', { token: session });
  const endedMs = performance.now();
  while (isGranted(await oneOf(1).call('GET', 'whoami', { token: session }))) {
    expect(performance.now() - endedMs).toBeLessThan(1_000);
  }
});

test('a token that was revoked on one node is refused by the other within a second', async () => {
  const { token } = await makeNodeSite(setting);
  const body = { label: 'To be revoked', scopes: ['read'] };
  const issued = await oneOf(0).call('POST', 'api_tokens', { token, body });
  const { id, token: other } = issued.json.data;
  expect(isGranted(await oneOf(1).call('GET', 'whoami', { token: other }))).toBe(true);
  await oneOf(0).call('DELETE', 'api_tokens', { token, query: { id } });
  const revokedMs = performance.now();
  while (isGranted(await oneOf(1).call('GET', 'whoami', { token: other }))) {
    expect(performance.now() - revokedMs).toBeLessThan(1_000);
  }
});

test('the cap of calls a minute holds exactly over both nodes', async () => {
  const answers = await withinOneMinute(async () => {
    const { token } = await makeNodeSite(setting);
    const body = { minute_call_limit: 7, action: 'hard' };
    expect((await oneOf(0).call('PATCH', 'ai_limits', { token, body })).status).toBe(200);
    const ask = { token, body: { transcript: 'Where is my order?', provider_api_key: 'a-key-of-the-caller' } };
    return Promise.all(Array.from({ length: 30 }, (_, n) => oneOf(n).call('POST', 'ai_copilot', ask)));
  });
  expect(answers.filter(isGranted)).toHaveLength(7);
  for (const answer of answers) if (!isGranted(answer)) expect(answer.json.error.code).toBe('ai_cap_exceeded');
});

test('only one node sends an event', async () => {
  const { token } = await makeNodeSite(setting);
  const body = { url: receiver.url, events: ['ticket.created'] };
  expect((await oneOf(0).call('POST', 'webhook_subscriptions', { token, body })).status).toBe(200);
  const ticket = { token, body: { subject: 'Told once' } };
  await Promise.all(Array.from({ length: 60 }, (_, n) => oneOf(n).call('POST', 'tickets', ticket)));
  await receiver.untilReceived(60);
  const query = { state: 'pending,delivering' };
  while ((await oneOf(0).call('GET', 'webhook_deliveries', { token, query })).json.data.total_count > 0);
  expect(receiver.received).toHaveLength(60);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(60);
});

test('no acknowledged write is lost when one node is killed', async () => {
  const { token } = await makeNodeSite(setting);
  const acknowledged: string[] = [];
  const victim = await startNode(dist, setting.variables);
  const write = async (node: ServiceNode, count: number) => {
    for (let n = 0; n < count; n += 1) {
      const answer = await node
        .call('POST', 'tickets', { token, body: { subject: `By ${node.url}` } })
        .catch(() => null);
      if (answer === null) return;
      expect(answer.status).toBe(200);
      acknowledged.push(String(answer.json.data.id));
      if (node === victim && n === 30) await victim.kill();
    }
  };
  await Promise.all([write(victim, 1_000), write(victim, 1_000), write(oneOf(0), 60), write(oneOf(1), 60)]);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  const found = new Set<string>();
  for (let skip = 0; ; skip += 200) {
    const { json } = await oneOf(0).call('GET', 'tickets', { token, query: { limit: 200, skip } });
    for (const { id } of json.items) found.add(String(id));
    if (json.items.length < 200) break;
  }
  for (const id of acknowledged) expect(found).toContain(id);
});

/** The window is a whole minute of the clock: a trial that spans two is repeated, on a site of its own. */
async function withinOneMinute<Result>(trial: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const minute = Math.floor(Date.now() / 60_000);
    const result = await trial();
    if (Math.floor(Date.now() / 60_000) === minute) return result;
  }
}
