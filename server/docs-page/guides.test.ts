import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { FILTER_KINDS, OPERATORS_OF_KIND } from '#contract/filter-rules.ts';
import { INGEST_KINDS } from '#contract/ingest.ts';
import { EXTENSIONS, type Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { FILTER_FIELDS, FILTER_OPERATORS } from '#contract/tickets.ts';
import { INGEST_IMPORT_KINDS } from '#server/imports/ingest-store.ts';
import { contentsOf, EXTENSION_GROUPS, GROUP_OF } from '#server/openapi/extension-contents.ts';
import { runAdminOn } from '#server/testing/run-admin.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';
import { GUIDES } from './guides.ts';
import { exampleCondition } from './guides/filters.ts';
import { WITHOUT_KEY } from './guides/idempotency.ts';
import { plainText } from './html.ts';
import { IMPORT_SAMPLES, INGEST_SAMPLES, INGESTED_IMPORTS } from './sample-rows.ts';

let service: TestService;
let own: TestSite;

beforeAll(async () => {
  service = await startTestService({ now: '2026-11-20T14:30:00.000Z' });
  own = await service.createSite();
});
afterAll(() => service.close());

const textOf = (id: string) =>
  plainText(GUIDES.find((guide) => guide.id === id)?.body('https://desk.example/v1') ?? expect.fail(id));

test('the page has a sample of each kind that admin import takes', async () => {
  const run = async () => runAdminOn(service, 'import', '--site-id', '1', '--kind', 'x', '--file', 'x');
  const refusal = await run().then(String, String);
  const kinds = /--kind must be one of (.*)$/.exec(refusal)?.[1]?.split(', ') ?? expect.fail(refusal);
  const listed = [...Object.keys(IMPORT_SAMPLES), ...INGESTED_IMPORTS.map(([kind]) => kind)];
  expect(listed.toSorted()).toEqual(kinds.toSorted());
});

const CONDITIONS = FILTER_FIELDS.flatMap((field) =>
  OPERATORS_OF_KIND[FILTER_KINDS[field]].map((op) => ({ field, op })),
);

test.each(CONDITIONS)('the filter guide: $field $op is a condition that the service takes', async ({ field, op }) => {
  const filter = JSON.stringify({ all: [exampleCondition(field, op)] });
  const { status, text } = await service.call('GET', 'tickets', { token: own.token, query: { filter } });
  expect(status, text).toBe(200);
});

test('the filter guide has every field and operator, and an example of each operator', () => {
  const text = textOf('filters');
  for (const name of [...FILTER_FIELDS, ...FILTER_OPERATORS]) expect(text).toContain(` ${name} `);
  for (const op of FILTER_OPERATORS) expect(text).toContain(`"op":"${op}"`);
});

test('the guide on repeating names each write: those with a key, and what to do about each POST without one', () => {
  const posts = Object.values<Operation>(OPERATIONS).filter(({ method }) => method === 'POST');
  const without = WITHOUT_KEY.flatMap(({ rows }) => rows.map(({ name }) => name));
  expect(without.toSorted()).toEqual(
    posts
      .filter(({ keyed }) => !keyed)
      .map(({ name }) => name)
      .toSorted(),
  );
  for (const { resource } of posts) expect(textOf('idempotency')).toContain(` POST ${resource} `);
});

test('repeating a write does what its guide says', async () => {
  const send = async (resource: string, body: object) =>
    service.call('POST', resource, { token: own.token, body: { ...body }, headers: { 'idempotency-key': 'same' } });
  const twice = async (resource: string, body: object) => [await send(resource, body), await send(resource, body)];
  for (const [resource, body] of [
    ['webhook_subscriptions', { url: 'https://93.184.215.14/hook', events: ['ticket.created'] }],
    ['api_tokens', { label: 'Twice', scopes: ['read'] }],
    ['saved_views', { name: 'Twice', query: {} }],
  ] as const) {
    const [first, second] = await twice(resource, body);
    expect(first?.status, first?.text).toBe(200);
    expect(second?.json.data.id, resource).not.toBe(first?.json.data.id);
  }
  const [customer, again] = await twice('customer', { email: 'twice@example.org' });
  expect(again?.status).toBe(409);
  expect(again?.json.error.current.identity.id).toBe(customer?.json.data.identity.id);
  const { json } = await send('tickets', { subject: 'Twice' });
  const patch = { id: json.data.id, status: 'pending', version: json.data.version };
  const change = () => service.call('PATCH', 'ticket', { token: own.token, body: patch });
  expect((await change()).status).toBe(200);
  const refused = await change();
  expect(refused.status).toBe(409);
  expect(refused.json.error.current.status).toBe('pending');
});

async function runImport(kind: string, rows: readonly object[]) {
  const file = path.join(await mkdtemp(path.join(inject('testFolder'), 'docs-')), 'rows.ndjson');
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'));
  return runAdminOn(service, 'import', '--site-id', String(own.site.id), '--kind', kind, '--file', file);
}

test('every sample is imported or sent, and again without a second record', async () => {
  for (const [kind, sample] of Object.entries(IMPORT_SAMPLES)) {
    expect(textOf('import-kinds')).toContain(JSON.stringify(sample));
    const one = { total_rows: 1, failed_rows: 0, error_sample: [] };
    expect(await runImport(kind, [sample]), kind).toMatchObject({ ...one, imported_rows: 1 });
    expect(await runImport(kind, [sample]), kind).toMatchObject({ ...one, skipped_rows: 1 });
  }
  for (const outcome of ['stored', 'updated']) {
    for (const kind of INGEST_KINDS) {
      const item = { kind, ...INGEST_SAMPLES[kind] };
      expect(textOf('ingest-kinds')).toContain(JSON.stringify(item));
      const { json } = await service.call('POST', 'ingest', { token: own.token, body: { items: [item] } });
      expect(json.data.results[0], kind).toMatchObject({ outcome, message: null });
    }
  }
});

test('the other kinds of import are those that ingest stores, and take the same samples', async () => {
  expect(INGESTED_IMPORTS.map(([kind]) => kind).toSorted()).toEqual(INGEST_IMPORT_KINDS.toSorted());
  const other = await service.createSite({ name: 'Elsewhere' });
  for (const [kind, item] of [['tickets', null] as const, ...INGESTED_IMPORTS]) {
    const sample = item === null ? IMPORT_SAMPLES.tickets : INGEST_SAMPLES[item];
    const file = path.join(await mkdtemp(path.join(inject('testFolder'), 'docs-')), 'rows.ndjson');
    await writeFile(file, JSON.stringify(sample));
    const run = await runAdminOn(service, 'import', '--site-id', String(other.site.id), '--kind', kind, '--file', file);
    expect(run, kind).toMatchObject({ imported_rows: 1, failed_rows: 0, error_sample: [] });
  }
});

test('each extension is in one of six groups, and its contents are those of the contract', () => {
  const groups = Object.keys(EXTENSION_GROUPS);
  expect(groups).toHaveLength(6);
  expect(Object.keys(GROUP_OF).toSorted()).toEqual(EXTENSIONS.toSorted());
  expect(groups.filter((group) => !Object.values(GROUP_OF).some((one) => one === group))).toEqual([]);
  const contents = contentsOf('agents');
  expect(contents.operations.map(({ name }) => name)).toEqual(['listAgents']);
  expect(contents.inputs.map(({ row, names }) => [row.name, names])).toContainEqual([
    'updateTicket',
    ['snoozed_until_utc', 'version'],
  ]);
  expect(contents.answers).toEqual(expect.arrayContaining(['assignee_name', 'version']));
  for (const key of EXTENSIONS) {
    const { operations, inputs, answers } = contentsOf(key);
    expect(operations.length + inputs.length + answers.length > 0, key).toBe(key !== 'openapi' && key !== 'mcp');
  }
});
