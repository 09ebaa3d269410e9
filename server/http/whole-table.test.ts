import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { exact } from '#contract/exact.ts';
import { METHODS, SCOPES, type Operation } from '#contract/operation.ts';
import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { sql } from '#server/db/db.ts';
import { exampleConfig } from '#server/testing/examples-ai.ts';
import { expectError, expectFraming, expectSuccess } from '#server/testing/expect-answer.ts';
import { ABSENT_ID, type Fixture, titleOfRow } from '#server/testing/row-example.ts';
import { makeFixture, ROW_EXAMPLES } from '#server/testing/row-examples.ts';
import { startTestService, type TestCall, type TestService } from '#server/testing/service.ts';
import { countRows } from '#server/testing/tables.ts';

/** Rows that need only a valid token; every other row needs its scope. */
const OPEN_ROWS: readonly OperationName[] = [
  'getWhoami',
  'getHealth',
  'getHealthOverview',
  'listHealthHistory',
  'getSiteSettings',
  'startSession',
  'endSession',
  'listTickets',
  'listTicketsUncounted',
  'getTicket',
  'listTicketComments',
  'listAgents',
  'listTags',
  'listSavedViews',
  'createSavedView',
  'updateSavedView',
  'deleteSavedView',
  'getPreferences',
  'updatePreferences',
  'getCustomer',
  'listCustomerIdentities',
  'listCustomerNotes',
  'listCustomerTimeline',
  'listCustomerDuplicates',
  'listCustomerMerges',
  'getBusinessCalendar',
  'getAiUsage',
  'getUsage',
  'getAiLimits',
  'listAiUsage',
  'listAiCalls',
  'listAiPrices',
  'listAiAlerts',
  'listAiCapChanges',
  'listInsights',
  'listHandoffDays',
  'summarizeDrafts',
  'runSelfTests',
  'runAiUsageSelfTest',
  'runChannelSelfTest',
  'listBindJobs',
  'listBindRows',
  'listPortalTokens',
  'listWebhookSubscriptions',
  // Needs a scope with `id`.
  'listWebhookDeliveries',
  'listWebhookEvents',
  'getMigrationStatus',
  'getCsat',
  'getCsatSummary',
  'listCsatDays',
  'listCsatSplits',
  'listCsatAnswers',
  // The scope depends on the chart of the note.
  'listChartNotes',
  'addChartNote',
  'deleteChartNote',
  'listFeedback',
  'listHandoffs',
  'getTranscript',
  'listAiSessions',
  'summarizeAiReviews',
  'listConversationStarters',
  'getAiInsights',
  'listSavedReplies',
  'listDraftSources',
  'listVisitors',
];

/** Rows whose only conflict is an Idempotency-Key with another body. */
const KEYED_ALONE: readonly OperationName[] = ['createTicket', 'askCopilot', 'issuePortalToken'];

const ROWS = Object.entries<Operation>(OPERATIONS).map(([name, row]) => ({
  name: name as OperationName,
  row,
  title: titleOfRow(row),
}));

let service: TestService;
let own: Fixture;
let other: Fixture;
/** The last token of the fixtures. */
let lastTokenId: bigint;

beforeAll(async () => {
  service = await startTestService({ config: await exampleConfig() });
  own = await makeFixture(service, 'Own site');
  other = await makeFixture(service, 'Other site', 9_002_000_000_000_001n);
  const [last] = await service.database.owner.query<{ id: bigint }>(sql`select max(id) as id from api_token`);
  lastTokenId = last?.id ?? 0n;
  return () => service.close();
});

// The tests below create more than the 100 live tokens that a site may have.
afterEach(async () => {
  await service.database.owner.query(sql`
    update api_token set revoked_utc = ${service.clock.now().toISOString()}
    where id > ${lastTokenId} and revoked_utc is null`);
});

/** The needed scope, `*`, `read`, and another one: the next in the list, so that each scope is tested. */
function scopesToTry(needed: string): ReadonlySet<string> {
  const single = SCOPES.filter((scope) => scope !== '*' && scope !== 'read');
  const at = single.findIndex((scope) => scope === needed);
  const another = single[(at + 1) % single.length] ?? '*';
  return new Set([needed === 'any' ? 'tickets:write' : needed, '*', 'read', another]);
}

function send(row: Operation, call: TestCall, resource = row.resource) {
  return service.call(row.method, resource, { token: own.token, ...call });
}

test('the rows that need no scope are exactly those listed here', () => {
  expect(ROWS.filter(({ row }) => row.scope === 'any').map(({ name }) => name)).toEqual(OPEN_ROWS);
});

test('names of rows match their keys, and no method of a resource occurs twice', () => {
  const taken = new Set<string>();
  for (const { name, row } of ROWS) {
    expect(row.name).toBe(name);
    for (const resource of [row.resource, ...row.aliases]) {
      const call = `${row.method} ${resource} ${row.when?.value ?? ''}`;
      expect(taken.has(call)).toBe(false);
      taken.add(call);
    }
  }
});

test('rows of one method differ by one parameter or field, and share what is checked before', () => {
  for (const [key, rows] of Map.groupBy(ROWS, ({ row }) => `${row.method} ${row.resource}`)) {
    const choices = rows.flatMap(({ row: { when } }) => (when === undefined ? [] : [`${when.in} ${when.name}`]));
    expect(new Set(choices).size, key).toBeLessThanOrEqual(1);
    expect(rows.length - choices.length, key).toBeLessThanOrEqual(1);
    expect(new Set(rows.map(({ row }) => row.scope)).size, key).toBe(1);
    expect(new Set(rows.map(({ row }) => row.media)).size, key).toBe(1);
  }
});

test('writes touch only existing resources', () => {
  const resources = new Set(ROWS.map(({ row }) => row.resource));
  for (const { row } of ROWS) for (const touched of row.touches) expect(resources).toContain(touched);
});

describe.each(ROWS)('$title', ({ name, row, title }) => {
  const examples = ROW_EXAMPLES[name];

  test(`${title} replies as its row declares, under each of its names`, async () => {
    for (const resource of [row.resource, ...row.aliases]) {
      const answer = await send(row, await examples.success(own), resource);
      expectSuccess(answer);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      const reply = row.shape === 'envelope' ? answer.json.data : answer.json;
      if (row.shape === 'envelope') expect(Object.keys(answer.json)).toEqual(['ok', 'data']);
      expect(z.safeParse(exact(row.reply, { extensions: true }), reply).error).toBeUndefined();
    }
  });

  test(`${title} without a valid token is 401 and changes nothing`, async () => {
    const example = await examples.success(own);
    const before = await countRows(service);
    const tokens = [
      '',
      'x',
      'sck_short',
      `${own.token}0`,
      own.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    ];
    for (const headers of [
      {},
      ...tokens.map((token) => ({ authorization: `Bearer ${token}` })),
      { authorization: own.token },
    ]) {
      const answer = await service.call(row.method, row.resource, { ...example, token: undefined, headers });
      expectError(answer, 'unauthorized');
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="support-api", error="invalid_token"');
      expect(answer.headers['ratelimit']).toBeUndefined();
    }
    expect(await countRows(service)).toEqual(before);
  });

  test(`${title} accepts only its scope and *`, async () => {
    const needed = examples.scope ?? row.scope;
    for (const scope of scopesToTry(needed)) {
      const { token } = await service.issueToken(own.site, { scopes: [scope] });
      const example = await examples.success(own);
      const before = await countRows(service);
      const answer = await send(row, { token, ...example });
      if (needed === 'any' || scope === needed || scope === '*') {
        expectSuccess(answer);
      } else {
        expectError(answer, 'insufficient_scope');
        expect(answer.json.error.message).toContain(needed);
        expect(answer.headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", scope="${needed}"`);
        expect(await countRows(service)).toEqual(before);
      }
    }
  });

  test(`${title} refuses methods that its resource does not have`, async () => {
    const taken = new Set(ROWS.filter((other) => other.row.resource === row.resource).map((other) => other.row.method));
    const allow = [...taken].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    for (const method of [...METHODS, 'PUT', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      if ([...taken].some((one) => one === method)) continue;
      const answer = await service.call(method, row.resource, { token: own.token });
      expectError(answer, 'method_not_allowed');
      expect(answer.headers['allow']).toBe(allow);
    }
  });

  test(`${title} has the rate limit headers on every response to a token`, async () => {
    const { token } = await service.issueToken(own.site, { rateLimitPerMin: 20 });
    const answer = await send(row, { token, query: { id: 'wrong' }, body: 'wrong' });
    expectFraming(answer);
    expect(answer.headers['ratelimit-policy']).toBe('"token";q=20;w=60');
    expect(answer.headers['ratelimit']).toBe('"token";r=19;t=60');
  });

  if (row.method === 'GET') {
    test(`${title} answers HEAD with only the headers`, async () => {
      const example = await examples.success(own);
      const full = await send(row, example);
      const head = await service.call('HEAD', row.resource, { token: own.token, ...example });
      expect(head.status).toBe(full.status);
      expect(head.text).toBe('');
      expect(head.headers['content-length']).toBe(String(Buffer.byteLength(full.text)));
    });
  }

  test.each(row.errors)(`${title} answers %s as its row declares`, async (code) => {
    const example = await examples.errors[code]?.(own);
    const isKey = code === 'conflict' && KEYED_ALONE.includes(name);
    expect(example, `${name} has no example of ${code}`).toBeDefined();
    const headers = isKey ? { headers: { 'idempotency-key': 'used before' } } : {};
    if (isKey) expectSuccess(await send(row, { ...(await examples.success(own)), ...headers }));
    // A call that a cap refuses is recorded.
    const rows = async () => ({
      ...(await countRows(service)),
      ...(code === 'ai_cap_exceeded' ? { ai_refusal: 0 } : {}),
    });
    const before = await rows();
    expectError(await send(row, { ...example, ...headers }), code);
    expect(await rows()).toEqual(before);
  });

  const { foreign: aboutOthers } = examples;
  if (aboutOthers === null) return;

  test(`${title} treats another site's objects as absent`, async () => {
    const absent: Fixture = {
      ...other,
      ticketId: ABSENT_ID,
      identityId: ABSENT_ID,
      noteId: ABSENT_ID,
      agentId: ABSENT_ID,
      tagId: ABSENT_ID,
      viewId: ABSENT_ID,
      email: 'nobody@example.org',
      portalTokenId: ABSENT_ID,
      importId: ABSENT_ID,
      webhooks: { ...other.webhooks, subscriptionId: ABSENT_ID, deliveryId: ABSENT_ID },
      tokenId: ABSENT_ID,
    };
    const before = await countRows(service);
    const foreign = await send(row, aboutOthers(other));
    expect(foreign.text).toBe((await send(row, aboutOthers(absent))).text);
    expect(foreign.text).not.toContain('Other site');
    expect(await countRows(service)).toEqual(before);
  });
});

test('every row that takes an id or an address has an example with another site', () => {
  for (const { name, row } of ROWS) {
    const fields = Object.keys({ ...row.query.shape, ...row.body?.shape });
    const names = fields.filter((field) => field === 'id' || field.endsWith('_id') || field === 'email');
    if (names.length > 0) expect(ROW_EXAMPLES[name].foreign, name).not.toBeNull();
  }
  expect(ROWS.filter(({ name }) => ROW_EXAMPLES[name].foreign !== null).length).toBeGreaterThan(20);
});

test('an agent of another site is unknown here', async () => {
  const answers = [other.agentId, ABSENT_ID].map((id) =>
    service.call('PATCH', 'ticket', { token: own.token, body: { id: own.ticketId, assignee_agent_id: id.toString() } }),
  );
  const [foreign, absent] = await Promise.all(answers);
  if (foreign === undefined || absent === undefined) throw new Error('two answers were awaited');
  expectError(foreign, 'bad_field');
  expect(foreign.text).toBe(absent.text);
});

test('a resource that does not exist is 404, whatever its method', async () => {
  for (const resource of ['nothing', 'TICKETS', 'tickets ', 'ticket_', '__proto__', 'constructor']) {
    for (const method of METHODS)
      expectError(await service.call(method, resource, { token: own.token }), 'unknown_resource');
  }
});
