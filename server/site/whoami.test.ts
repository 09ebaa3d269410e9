import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { EXTENSIONS, fieldMeta, FEATURES, type ExtensionKey, type Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { startTestService, TEST_ACTOR, type TestService } from '#server/testing/service.ts';
import { createAgent } from '#server/tickets/agents.ts';

let service: TestService;

beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.close());

/** Extensions that an operation, a parameter, a body field or a reply field belongs to. */
function* usedExtensions(schema: z.core.$ZodType): Generator<ExtensionKey> {
  const key = fieldMeta.get(schema as z.ZodMiniType)?.extension;
  if (key !== undefined) yield key;
  if (schema instanceof z.ZodMiniObject)
    for (const field of Object.values(schema._zod.def.shape)) yield* usedExtensions(field);
  if (schema instanceof z.ZodMiniArray) yield* usedExtensions(schema._zod.def.element);
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable)
    yield* usedExtensions(schema._zod.def.innerType);
}

test('API-whoami-GET lists exactly the extensions of the contract', async () => {
  // Not operations: a document and a page about all operations, and another entrance to some.
  const used = new Set<string>(['openapi', 'mcp']);
  for (const row of Object.values<Operation>(OPERATIONS)) {
    if (row.extension !== null) used.add(row.extension);
    for (const schema of [row.query, row.body, row.reply])
      if (schema !== null) for (const key of usedExtensions(schema)) used.add(key);
  }
  const { token } = await service.createSite();
  const { deployed } = (await service.call('GET', 'whoami', { token })).json.data.capabilities;
  expect(Object.keys(deployed)).toEqual([...FEATURES, ...EXTENSIONS]);
  for (const key of EXTENSIONS) expect(deployed[key], key).toBe(used.has(key));
});

test('API-whoami-GET says which features are not deployed', async () => {
  const { token } = await service.createSite({ undeployed: ['channels', 'ai_usage'] });
  const { deployed } = (await service.call('GET', 'whoami', { token })).json.data.capabilities;
  expect(deployed).toMatchObject({ channels: false, ai_usage: false, ai_copilot: false });
});

test('API-whoami-GET has the token and its site', async () => {
  const made = await service.createSite({ name: 'Bikes', timeZone: 'Europe/Paris', isDemo: true, country: 'FR' });
  const context = { actor: TEST_ACTOR, now: service.clock.now() };
  const agentId = await createAgent(service.database.owner, made.site, { name: 'Ann' }, context);
  const { token, tokenId } = await service.issueToken(made.site, {
    agentId,
    label: 'Desk',
    scopes: ['tickets:write', 'read'],
    rateLimitPerMin: 77,
  });
  const { data } = (await service.call('GET', 'whoami', { token })).json;
  expect(data).toEqual({
    token_id: Number(tokenId),
    token_prefix: token.slice(0, 14),
    site_id: Number(made.site.id),
    label: 'Desk',
    scopes: ['read', 'tickets:write'],
    request_count: 1,
    created_utc: '2026-11-20T14:30:00.000Z',
    last_used_utc: '2026-11-20T14:30:00.000Z',
    capabilities: {
      api_version: 'v1',
      rate_limit_per_min: 77,
      supports_patch: true,
      supports_bulk: true,
      auth_methods: ['bearer'],
      csv_exporters: ['tickets', 'customer_identities', 'ai_insights'],
      deployed: expect.any(Object),
    },
    site_name: 'Bikes',
    time_zone: 'Europe/Paris',
    is_demo: true,
    country: 'FR',
    agent_id: agentId.toString(),
    expires_utc: '2027-11-20T14:30:00.000Z',
  });
});
