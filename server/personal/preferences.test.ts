import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '#server/db/db.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, TEST_ACTOR, type TestService, type TestSite } from '#server/testing/service.ts';
import { createAgent } from '#server/tickets/agents.ts';

const NOW = '2026-11-20T14:30:00.000Z';
const LATER = '2026-11-20T15:00:00.000Z';
let service: TestService;
let home: TestSite;

beforeEach(async () => {
  service = await startTestService({ now: NOW });
  home = await service.createSite({ scopes: ['read'] });
});

afterEach(() => service.close());

const read = async (token = home.token) => (await service.call('GET', 'preferences', { token })).json.data;
const patch = (values: unknown, token = home.token) =>
  service.call('PATCH', 'preferences', { token, body: { values } });

test('API-preferences-PATCH merges top-level keys, and null removes one', async () => {
  expect(await read()).toEqual({ values: {}, updated_utc: null });
  const first = { starred: ['9007199254740993'], layout: { left: 240 }, dense: true };
  expect((await patch(first)).json.data).toEqual({ values: first, updated_utc: NOW });
  service.clock.set(LATER);
  const second = await patch({ layout: { right: 1 }, dense: null, note: 'ü 🚲', never: null });
  const values = { starred: ['9007199254740993'], layout: { right: 1 }, note: 'ü 🚲' };
  expect(second.json.data).toEqual({ values, updated_utc: LATER });
  expect(await read()).toEqual({ values, updated_utc: LATER });
  service.clock.advance(1_000);
  expect((await patch({})).json.data).toEqual({ values, updated_utc: LATER });
  expect(await read()).toEqual({ values, updated_utc: LATER });
});

test('API-preferences-PATCH keeps any JSON to the digit', async () => {
  const values = { big: 9_007_199_254_740_993n, list: [1.5, null, [], {}], text: '\u0001"\\', '': 0, 'a.b': false };
  expectSuccess(await patch(values));
  expect((await read()).values).toEqual(values);
  for (const bad of [{ a: 'x\0' }, { a: ['\ud800'] }, { 'k\0': 1 }, { a: { b: [{ c: '\0' }] } }]) {
    expectError(await patch(bad), 'bad_field');
  }
  const send = (body: string) => service.call('PATCH', 'preferences', { token: home.token, body });
  expectError(await send('{"values":{"a":1e999}}'), 'bad_field');
  expectError(await send('{"values":{"__proto__":{"a":1}}}'), 'bad_request');
  expect((await read()).values).toEqual(values);
});

test('API-preferences-PATCH keeps 32,768 bytes of JSON and no more', async () => {
  // `{"a":"…","b":1}` around the text.
  const most = { a: 'é'.repeat(16_380) };
  expect(Buffer.byteLength(JSON.stringify(most))).toBe(32_768);
  expectSuccess(await patch(most));
  const over = await patch({ b: 1 });
  expectError(over, 'bad_field');
  expect(over.json.error.message).toContain('values');
  expect((await read()).values).toEqual(most);
  expectSuccess(await patch({ a: null, b: 1 }));
  expect((await read()).values).toEqual({ b: 1 });
});

test('API-preferences-PATCH: concurrent calls for different keys all take effect, also the first ones of a token', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => patch({ [`key${n}`]: n })));
  for (const answer of answers) expectSuccess(answer);
  expect(Object.keys((await read()).values)).toHaveLength(20);
});

test('API-preferences-GET: each token has its own, a browser session has its parent’s', async () => {
  const other = await service.issueToken(home.site);
  const elsewhere = await service.createSite();
  await patch({ mine: 1 });
  const session = (await service.call('POST', 'sessions', { token: home.token, body: {} })).json.data.token;
  expect((await read(session)).values).toEqual({ mine: 1 });
  await patch({ mine: 1, fromToken: 2 });
  expect((await read(session)).values).toEqual({ mine: 1, fromToken: 2 });
  for (const token of [other.token, elsewhere.token]) {
    expect(await read(token)).toEqual({ values: {}, updated_utc: null });
  }
  const behind = await service.database
    .forSite(elsewhere.site.id)
    .query(sql`select token_id from preferences where site_id = ${home.site.id}`);
  expect(behind).toEqual([]);
  const lines = await service.database.owner.query(sql`
    select object_type, object_id, changes from audit_log where action = 'preferences.update' order by id`);
  const line = {
    object_type: 'api_token',
    object_id: home.tokenId.toString(),
    changes: [{ field: 'preferences', from: null, to: null }],
  };
  expect(lines).toEqual([line, line]);
});

test('API-preferences-PATCH: a read-only session cannot change preferences that may be shared', async () => {
  const context = { actor: TEST_ACTOR, now: service.clock.now() };
  const agentId = await createAgent(service.database.owner, home.site, { name: 'Ada' }, context);
  const writer = await service.issueToken(home.site, { agentId });
  const own = await service.issueToken(home.site, { scopes: ['read', 'admin:read'], agentId });
  const session = async (token: string, scopes?: readonly string[]) =>
    (await service.call('POST', 'sessions', { token, body: scopes === undefined ? {} : { scopes } })).json.data.token;
  for (const token of [await session(home.token), await session(writer.token, ['read', 'admin:read'])]) {
    for (const values of [{ mine: 1 }, {}]) expectError(await patch(values, token), 'insufficient_scope');
  }
  expectSuccess(await patch({ mine: 2 }, await session(writer.token, ['read', 'csat:write'])));
  expectSuccess(await patch({ mine: 3 }, await session(own.token)));
  const stored = await Promise.all([home.token, writer.token, own.token].map((token) => read(token)));
  expect(stored.map(({ values }) => values)).toEqual([{}, { mine: 2 }, { mine: 3 }]);
});
