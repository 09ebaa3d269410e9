import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const DAY = 86_400_000;
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite();
});

afterEach(() => service.close());

const send = (body: object, token = home.token) => service.call('POST', 'track', { token, body });
const track = async (event: string, more: object = {}) => (await send({ visitor_key: 'v1', event, ...more })).json.data;
const visitor = async () =>
  (await service.call('GET', 'visitors', { token: home.token, query: { key: 'v1' } })).json.data;
const rule = (name: string, event: string, min_count: number, within_days: number, more: object = {}) =>
  service.call('POST', 'ingest', {
    token: home.token,
    body: { items: [{ kind: 'segment', name, event, min_count, within_days, ...more }] },
  });

test('API-track-POST records an event, and creates the visitor if the key is new', async () => {
  const answer = await send({ visitor_key: 'v1', event: 'page_view', properties: { path: '/bikes', n: 2, ok: true } });
  expectSuccess(answer);
  expect(answer.json.data).toEqual({
    id: expect.anything(),
    visitor_key: 'v1',
    event: 'page_view',
    occurred_utc: NOW,
    segments: [],
    entered: [],
    left: [],
  });
  expect(await visitor()).toMatchObject({
    event_count: 1,
    first_seen_utc: NOW,
    last_seen_utc: NOW,
    events: [
      {
        id: answer.json.data.id,
        event: 'page_view',
        properties: { path: '/bikes', n: 2, ok: true },
        occurred_utc: NOW,
      },
    ],
  });
});

test('API-track-POST: an event may be in the past but not in the future', async () => {
  expect((await track('a', { occurred_utc: '2026-11-20T15:30:00+02:00' })).occurred_utc).toBe(
    '2026-11-20T13:30:00.000Z',
  );
  expect(await visitor()).toMatchObject({ first_seen_utc: '2026-11-20T13:30:00.000Z' });
  expectSuccess(await send({ visitor_key: 'v1', event: 'a', occurred_utc: NOW }));
  expectError(await send({ visitor_key: 'v1', event: 'a', occurred_utc: '2026-11-20T14:30:00.001Z' }), 'bad_field');
  expect(await visitor()).toMatchObject({ event_count: 2, last_seen_utc: NOW });
});

test('API-track-POST refuses invalid events', async () => {
  expectError(await send({ visitor_key: 'v1' }), 'missing_field');
  expectError(await send({ event: 'a' }), 'missing_field');
  for (const bad of [
    { event: '' },
    { event: 'x'.repeat(101) },
    { visitor_key: 'x'.repeat(201) },
    { properties: { a: [1] } },
    { properties: { a: 'x'.repeat(8_192) } },
    { occurred_utc: 'yesterday' },
    { occurred_utc: '0000-01-01T00:00:00Z' },
  ]) {
    expectError(await send({ visitor_key: 'v1', event: 'a', ...bad }), 'bad_field');
  }
  const body = '{"visitor_key":"v1","event":"a","properties":{"__proto__":1}}';
  const headers = { 'content-type': 'application/json' };
  expectError(await service.call('POST', 'track', { token: home.token, body, headers }), 'bad_request');
});

test('API-track-POST: the event that completes a rule adds the visitor to its segment', async () => {
  await rule('Buyers', 'buy', 2, 7);
  expect(await track('buy')).toMatchObject({ segments: [], entered: [], left: [] });
  expect(await track('look')).toMatchObject({ segments: [], entered: [] });
  expect(await track('buy')).toMatchObject({ segments: ['Buyers'], entered: ['Buyers'], left: [] });
  expect(await track('buy')).toMatchObject({ segments: ['Buyers'], entered: [], left: [] });
  expect((await visitor()).segments).toEqual(['Buyers']);
});

test('API-track-POST: an event that is too old for a rule does not count', async () => {
  await rule('Recent', 'buy', 1, 7);
  await rule('Ever', 'buy', 1, 365);
  expect(await track('buy', { occurred_utc: '2026-11-13T14:30:00.000Z' })).toMatchObject({ entered: ['Ever'] });
  expect(await track('buy', { occurred_utc: '2026-11-13T14:30:00.001Z' })).toMatchObject({ entered: ['Recent'] });
});

test('API-visitors-GET: membership ends with time, and the next event reports it', async () => {
  await rule('Buyers', 'buy', 1, 7);
  await track('buy');
  service.clock.advance(7 * DAY - 1);
  expect((await visitor()).segments).toEqual(['Buyers']);
  service.clock.advance(1);
  expect((await visitor()).segments).toEqual([]);
  expect(await track('look')).toMatchObject({ segments: [], entered: [], left: ['Buyers'] });
  expect(await track('look')).toMatchObject({ segments: [], entered: [], left: [] });
  expect(await track('buy')).toMatchObject({ segments: ['Buyers'], entered: ['Buyers'], left: [] });
});

test('API-visitors-GET: the list and the record of each visitor agree on segments at every time', async () => {
  await rule('Twice', 'buy', 2, 7);
  await rule('Once', 'buy', 1, 3);
  const days = { v1: [0, 1], v2: [0, 6], v3: [4, 4, 4], v4: [2], v5: [7, 8, 0] };
  for (const [visitor_key, ages] of Object.entries(days)) {
    for (const age of ages) {
      const occurred_utc = new Date(Date.parse(NOW) - age * DAY).toISOString();
      await send({ visitor_key, event: 'buy', occurred_utc });
    }
  }
  const members = async () => {
    const list = async (query: object) => {
      const { json } = await service.call('GET', 'visitors', { token: home.token, query: query as never });
      return json.data.items as { visitor_key: string; segments: string[] }[];
    };
    const all = await list({});
    const reported = [];
    for (const name of ['Once', 'Twice']) {
      const keys = (await list({ segment: name })).map(({ visitor_key }) => visitor_key).toSorted();
      const records = all.filter(({ segments }) => segments.includes(name)).map(({ visitor_key }) => visitor_key);
      expect(keys).toEqual(records.toSorted());
      reported.push(keys);
    }
    return reported;
  };
  expect(await members()).toEqual([
    ['v1', 'v2', 'v4', 'v5'],
    ['v1', 'v2', 'v3'],
  ]);
  service.clock.advance(2 * DAY);
  expect(await members()).toEqual([
    ['v1', 'v2', 'v5'],
    ['v1', 'v3'],
  ]);
});

test('API-visitors-GET: a new or changed rule applies to earlier events', async () => {
  await track('buy');
  await track('buy');
  await rule('Buyers', 'buy', 2, 7, { external_id: 's1' });
  expect((await visitor()).segments).toEqual(['Buyers']);
  await rule('Heavy buyers', 'buy', 3, 7, { external_id: 's1' });
  expect((await visitor()).segments).toEqual([]);
  expect(await track('buy')).toMatchObject({ segments: ['Heavy buyers'], entered: ['Heavy buyers'] });
});

test('API-track-POST concurrently: 50 events of a new key create one visitor with 50 events, who enters the segment once', async () => {
  await rule('Busy', 'click', 50, 1);
  const answers = await Promise.all(Array.from({ length: 50 }, () => send({ visitor_key: 'v1', event: 'click' })));
  for (const answer of answers) expectSuccess(answer);
  expect(answers.filter(({ json }) => json.data.entered.length > 0)).toHaveLength(1);
  const { json } = await service.call('GET', 'visitors', { token: home.token });
  expect(json.data).toMatchObject({ total_count: 1, items: [{ event_count: 50, segments: ['Busy'] }] });
  expect((await visitor()).events).toHaveLength(50);
});

test('API-track-POST concurrently with changes and an erasure of the same key: nothing fails, and the event count is exact', async () => {
  const calls = Array.from({ length: 50 }, (_, n) => {
    if (n % 10 === 9) return service.call('DELETE', 'visitors', { token: home.token, query: { key: 'v1' } });
    if (n % 2 === 0) return send({ visitor_key: 'v1', event: 'click' });
    return service.call('POST', 'visitors', {
      token: home.token,
      body: { visitor_key: 'v1', display_name: `Name ${n}` },
    });
  });
  const answers = await Promise.all(calls);
  for (const answer of answers) expectSuccess(answer);
  await track('last');
  const { event_count, events } = await visitor();
  expect(events).toHaveLength(event_count);
  const erased = answers.reduce((sum, { json }) => sum + (json.data.erased_events ?? 0), 0);
  expect(erased + event_count).toBe(26);
});

test('API-track-POST: rules and visitors of other sites have no effect', async () => {
  const other = await service.createSite({ name: 'Other' });
  await rule('Buyers', 'buy', 1, 7);
  const { json } = await send({ visitor_key: 'v1', event: 'buy' }, other.token);
  expect(json.data.segments).toEqual([]);
  const { status } = await service.call('GET', 'visitors', { token: home.token, query: { key: 'v1' } });
  expect(status).toBe(404);
});

test('a site has at most 100 segments: one more is refused with its line, and existing ones can still be changed', async () => {
  const items = Array.from({ length: 50 }, (_, n) => ({
    kind: 'segment',
    event: 'buy',
    min_count: 1,
    within_days: 7,
    n,
  }));
  for (const start of [0, 50]) {
    const named = items.map(({ n, ...item }) => ({ ...item, name: `Segment ${start + n}` }));
    const answer = await service.call('POST', 'ingest', { token: home.token, body: { items: named } });
    expect(answer.json.data).toMatchObject({ failed: 0 });
  }
  const over = await rule('One more', 'buy', 1, 7);
  expect(over.json.data).toMatchObject({
    failed: 1,
    results: [{ message: 'name would be one more than the 100 segments that a site has' }],
  });
  expect((await rule('segment 7', 'look', 1, 7)).json.data).toMatchObject({ failed: 0 });
  // Other sites have their own limit.
  const other = await service.createSite();
  const body = { items: [{ kind: 'segment', name: 'Its first', event: 'buy', min_count: 1, within_days: 7 }] };
  expectSuccess(await service.call('POST', 'ingest', { token: other.token, body }));
});
