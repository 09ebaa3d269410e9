import { beforeAll, expect, test } from 'vitest';
import { expectSuccess } from '#server/testing/expect-answer.ts';
import { connectAssistant, listenForMcp, type Assistant } from '#server/testing/mcp-client.ts';
import { startTestService, TEST_ACTOR, type TestService } from '#server/testing/service.ts';
import { createAgent } from '#server/tickets/agents.ts';

// The first of a month that is a Sunday: the last day of its week.
const NOW = '2026-11-01T12:00:00.000Z';
let service: TestService;
let address: string;
let token: string;
let agentId: string;
let assistant: Assistant;

beforeAll(async () => {
  service = await startTestService({ now: '2026-08-31T23:59:59.000Z' });
  address = await listenForMcp(service);
  const created = await service.createSite({ label: 'Assistant' });
  token = created.token;
  const context = { actor: TEST_ACTOR, now: service.clock.now() };
  agentId = String(
    await createAgent(service.database.forSite(created.site.id), created.site, { name: 'Elif' }, context),
  );
  const first = await add({ subject: 'E14 in August' });
  for (const [at, subjects] of Object.entries(BY_TIME)) {
    service.clock.set(at);
    for (const subject of subjects) await add({ subject, channel: 'email' });
  }
  service.clock.set(NOW);
  const { id } = await add({ subject: 'Bell' });
  await call('PATCH', 'ticket', { id, assignee_agent_id: agentId, tags: 'part' });
  await call('PATCH', 'ticket', { id: first.id, tags: 'part,bell' });
  assistant = await connectAssistant(address, token);
  return async () => {
    await assistant.client.close();
    await service.close();
  };
});

const BY_TIME: Readonly<Record<string, readonly string[]>> = {
  '2026-09-01T00:00:00.000Z': ['E14', 'Chain'],
  '2026-10-18T23:59:59.000Z': ['E14'],
  '2026-10-19T00:00:00.000Z': ['E14', 'E14', 'Chain'],
  '2026-10-31T23:59:59.000Z': ['Chain', 'E14'],
};

async function call(method: string, resource: string, body: object) {
  const answer = await service.call(method, resource, { token, body });
  expectSuccess(answer);
  return answer.json.data;
}

const add = (ticket: object) => call('POST', 'tickets', ticket);

interface Period {
  readonly from: string;
  readonly to: string;
  readonly is_complete: boolean;
  readonly matching: number;
  readonly all: number;
}

async function trend(args: Record<string, unknown>) {
  const { periods } = await assistant.use('ticket_trend', args);
  return periods.map(({ from, to, is_complete, matching, all }: Period) => [from, to, is_complete, matching, all]);
}

test('MC-12: a trend has weeks from Monday in UTC, and the present one is not complete', async () => {
  expect(await trend({ q: 'E14', periods: 2 })).toEqual([
    ['2026-10-12', '2026-10-19', true, 1, 1],
    ['2026-10-19', '2026-10-26', true, 2, 3],
    ['2026-10-26', '2026-11-02', false, 1, 3],
  ]);
});

test('MC-12: a trend has days and months too, and filters as a search', async () => {
  expect(await trend({ q: 'E14', step: 'month', periods: 3 })).toEqual([
    ['2026-08-01', '2026-09-01', true, 1, 1],
    ['2026-09-01', '2026-10-01', true, 1, 2],
    ['2026-10-01', '2026-11-01', true, 4, 6],
    ['2026-11-01', '2026-12-01', false, 0, 1],
  ]);
  expect(await trend({ tag: 'part', step: 'day', periods: 2 })).toEqual([
    ['2026-10-30', '2026-10-31', true, 0, 0],
    ['2026-10-31', '2026-11-01', true, 0, 2],
    ['2026-11-01', '2026-11-02', false, 1, 1],
  ]);
  expect((await trend({ step: 'month', periods: 2 })).map((period: unknown[]) => period.slice(3))).toEqual([
    [2, 2],
    [6, 6],
    [1, 1],
  ]);
  expect((await trend({})).length).toBe(7);
  for (const periods of [1, 13]) {
    expect(await assistant.fail('ticket_trend', { periods })).toContain('periods must be an integer from 2 to 12');
  }
});

test('MC-12: each count of a trend takes one call of the allowance', async () => {
  const before = await left();
  await assistant.use('ticket_trend', { q: 'E14', periods: 2 });
  await assistant.use('ticket_trend', { periods: 2 });
  // Three periods twice, then once without a filter; the last one is the reading itself.
  expect(before - (await left())).toBe(10);
});

async function left(): Promise<number> {
  const { headers } = await service.call('GET', 'whoami', { token });
  return Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
}

test('MC-06: results of q say which words were left out of it', async () => {
  const found = await assistant.use('search_tickets', { q: 'is it "E14"?', limit: 1 });
  expect(found).toMatchObject({ total_count: 6, ignored_words: ['is', 'it'] });
  expect(await assistant.use('count_tickets', { q: 'E14 29' })).toMatchObject({
    total_count: 6,
    ignored_words: ['29'],
  });
  const { ignored_words } = await assistant.use('ticket_trend', { q: 'E14 is', periods: 2 });
  expect(ignored_words).toEqual(['is']);
  expect(await assistant.use('search_tickets', { q: 'E14', limit: 1 })).not.toHaveProperty('ignored_words');
  expect(await assistant.fail('search_tickets', { q: 'is it' })).toContain('bad_field: q needs a word');
});

test('MC-12: the values of filters are listed with their counts, and count by agent', async () => {
  const values = await assistant.use('filter_values');
  expect(Object.keys(values.tags)).toEqual(['part', 'bell']);
  expect(values).toEqual({
    agents: [{ id: agentId, name: 'Elif', is_me: false, open_tickets: 1 }],
    agent_count: 1,
    tags: { part: 2, bell: 1 },
    tag_count: 2,
    channels: { email: 8, web: 2 },
  });
  const { by_assignee, by_channel } = await assistant.use('count_tickets', { assignee: agentId });
  expect([by_assignee, by_channel]).toEqual([{ none: 9, [agentId]: 1 }, { web: 1 }]);
});

test('MC-12: the most used tag is listed first, also if it is the oldest of hundreds', async () => {
  const many = await service.createSite({ name: 'Tags' });
  const reader = await connectAssistant(address, many.token);
  const send = (method: string, resource: string, body: object) =>
    service.call(method, resource, { token: many.token, body });
  for (let n = 0; n < 12; n += 1) {
    const created = await send('POST', 'tickets', { subject: 'Tagged' });
    const tags = ['oldest', ...Array.from({ length: 19 }, (_, tag) => `t${n}-${tag}`)];
    expectSuccess(await send('PATCH', 'ticket', { id: created.json.data.id, tags: tags.join(',') }));
  }
  const { tags, tag_count } = await reader.use('filter_values');
  expect([Object.entries(tags)[0], Object.keys(tags).length, tag_count]).toEqual([['oldest', 12], 25, 229]);
  await reader.client.close();
});
