import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeJson } from '#contract/json.ts';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { exampleCall } from '#server/openapi/example-call.ts';
import { exampleConfig } from '#server/testing/examples-ai.ts';
import { type Example, type Fixture, titleOfRow } from '#server/testing/row-example.ts';
import { makeFixture, ROW_EXAMPLES } from '#server/testing/row-examples.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';
import { docsPage } from './docs-page.ts';
import { GUIDES } from './guides.ts';
import { HANDLES_SAMPLE } from './sample-rows.ts';

// Runs each command of the page as a shell reads it, against a service.

const BASE = 'https://desk.example/v1';
/** The address of a service can have any characters, and a shell must run none of them. */
const HOSTILE = `https://desk.example/it's "$(echo hacked)" \`echo hacked\` $HOME/v1`;
let service: TestService;
let own: Fixture;

beforeAll(async () => {
  service = await startTestService({ config: { ...(await exampleConfig()), publicUrl: 'https://desk.example' } });
  own = await makeFixture(service, 'Docs');
});
afterAll(() => service.close());

/** The words that a shell gives to curl; each other command of the line would fail. */
function wordsOf(command: string, variables: Readonly<Record<string, string>>): string[] {
  return wordsOfEach([command], variables)[0] ?? [];
}

/** The same for each of several commands, by one shell. */
function wordsOfEach(commands: readonly string[], variables: Readonly<Record<string, string>>): string[][] {
  const end = "printf '\\036'";
  const script = `PATH=; curl() { printf '%s\\0' "$@"; }\n${commands.map((one) => `${one}\n${end}`).join('\n')}`;
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-eu', '-c', script], { env: variables, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout
    .split('\u001E')
    .slice(0, -1)
    .map((words) => words.split('\0').slice(0, -1));
}

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

/** The request that curl would make of these words. */
function requestOf(words: readonly string[]): Sent {
  const left = [...words];
  const sent: Sent = { method: '', url: '', headers: {}, body: null };
  const query: string[] = [];
  let isGet = false;
  while (left.length > 0) {
    const word = left.shift() ?? '';
    const value = () => left.shift() ?? expect.fail(`${word} has no value`);
    if (word === '--fail-with-body') continue;
    else if (word === '--get') isGet = true;
    else if (word === '--output') value();
    else if (word === '--request') sent.method = value();
    else if (word === '--header') {
      const [name = '', ...rest] = value().split(': ');
      sent.headers[name.toLowerCase()] = rest.join(': ');
    } else if (word === '--data') sent.body = value();
    else if (word === '--data-binary') {
      expect(value()).toBe('@handles.csv');
      sent.body = HANDLES_SAMPLE;
    } else if (word === '--data-urlencode') {
      const [name = '', ...rest] = value().split('=');
      query.push(`${name}=${encodeURIComponent(rest.join('='))}`);
    } else if (word.startsWith('--')) expect.fail(`${word} is no option that this test knows`);
    else sent.url = word;
  }
  if (query.length > 0) {
    expect(isGet).toBe(true);
    sent.url += `?${query.join('&')}`;
  }
  if (sent.method === '') sent.method = sent.body === null ? 'GET' : 'POST';
  return sent;
}

async function send({ method, url, headers, body }: Sent) {
  expect(url).toMatch(/^https:\/\/desk\.example\/v1\//);
  return service.app.inject({
    method: method === 'PATCH' || method === 'DELETE' || method === 'POST' ? method : 'GET',
    url: url.slice('https://desk.example'.length),
    headers,
    ...(body === null ? {} : { payload: body }),
  });
}

const variablesFor = (token: string) => ({
  SUPPORT_TOKEN: token,
  SESSION_TOKEN: token,
  SUPPORT_URL: BASE,
  PROVIDER_API_KEY: 'sk-test',
});

/** Values for placeholders whose field the test's example of the row lacks. */
const MORE_VALUES: Readonly<Record<string, unknown>> = {
  version: 0,
  url: 'https://hooks.example/support',
  name: 'Returns',
  label: 'Website',
  date: '2026-11-19',
  text: 'Outage',
  body: 'A new one is on its way.',
  title: 'Thanks',
  channel: 'sms',
  external_user_id: '+34600100201',
  email: 'ana@example.org',
  requester_email: 'ana@example.org',
  model: 'lumen-large-2',
  no_first_reply: 1,
  overdue_replies: 1,
  reply_target_minutes: 60,
  monthly_budget_usd: 100,
  daily_token_limit: 1_000_000,
  density: 'compact',
  status: 'open',
};

/** The values of all fields of an example by their names, in order. */
function valuesOf(value: unknown, name = '', found = new Map<string, unknown[]>()): Map<string, unknown[]> {
  if (Array.isArray(value)) for (const item of value) valuesOf(item, name, found);
  else if (typeof value === 'object' && value !== null)
    for (const [key, field] of Object.entries(value)) valuesOf(field, key, found);
  else found.set(name, [...(found.get(name) ?? []), value]);
  return found;
}

/** Fills the words in capitals with what the test's own example of the row has. */
function fill(sent: Sent, { query, body }: Example): Sent {
  const values = valuesOf([query, body]);
  const pick = (placeholder: string): unknown => {
    const [, name = '', number = '1'] = /^(.*?)(?:_(\d))?$/.exec(placeholder.toLowerCase()) ?? [];
    const names = { id: ['id', 'ids'], customer_id: ['identities'], session_id: ['session_id', 'sessionId'] }[name];
    const found = (names ?? [name]).flatMap((one) => values.get(one) ?? [])[Number(number) - 1] ?? MORE_VALUES[name];
    return found ?? expect.fail(`${placeholder} has no value`);
  };
  const words = /\b[A-Z][A-Z0-9_]+\b/g;
  const [address = '', search = ''] = sent.url.split('?');
  return {
    ...sent,
    url:
      search === '' ? address : `${address}?${search.replace(words, (word) => encodeURIComponent(String(pick(word))))}`,
    body: sent.body?.replace(words, (word) => writeJson(pick(word))) ?? null,
  };
}

const ROWS = Object.values<Operation>(OPERATIONS).map((row) => ({ row, title: titleOfRow(row) }));
const EXAMPLES_OF = new Map(Object.entries(ROW_EXAMPLES));

test.each(ROWS)(
  '$title: the line on the page is a call that succeeds once its capitals are filled in',
  async ({ row }) => {
    const { success } = EXAMPLES_OF.get(row.name) ?? expect.fail(row.name);
    const example = await success(own);
    const token = example.token ?? own.token;
    const sent = requestOf(wordsOf(exampleCall(row), variablesFor(token)));
    expect(sent.method).toBe(row.method);
    expect(sent.headers['authorization']).toBe(`Bearer ${token}`);
    const { statusCode, payload } = await send(fill(sent, example));
    expect(statusCode, payload).toBe(200);
    if (row === OPERATIONS.bindChannelsBulk)
      expect(JSON.parse(payload).data).toMatchObject({ total_rows: 2, bound: 2 });
  },
);

/** They find nothing to remove, or start a session that ends by itself. */
const HARMLESS: readonly string[] = ['deleteVisitor', 'unbindChannel', 'startSession'];

test.each(ROWS.filter(({ row }) => row.method !== 'GET' && !exampleCall(row).includes('dry_run')))(
  '$title: the line changes nothing as it is pasted',
  async ({ row }) => {
    const { statusCode } = await send(requestOf(wordsOf(exampleCall(row), variablesFor(own.token))));
    expect(HARMLESS.includes(row.name) ? [200, 400] : [400, 403, 404]).toContain(statusCode);
  },
);

test('what else changes or deletes much is shown as a dry run', () => {
  for (const { row } of ROWS) {
    if (row.body === null || !('dry_run' in row.body.shape)) continue;
    if (row.name !== 'sendWebhookDeliveries') expect(exampleCall(row)).toContain('"dry_run":true');
  }
});

const unescape = (text: string) =>
  text.replace(/&#(\d+);/g, (_all, number: string) => String.fromCharCode(Number(number)));

const shellBlocks = (html: string) =>
  [...html.matchAll(/<pre class="shell"[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code = '']) => unescape(code));

test('the page has these lines, and a shell reads each, whatever is in the address of the service', () => {
  const blocks = shellBlocks(docsPage(HOSTILE));
  for (const { row } of ROWS) expect(blocks).toContain(exampleCall(row));
  expect(blocks.length).toBeGreaterThan(ROWS.length + 8);
  const calls = blocks.filter((block) => block.startsWith('curl'));
  expect(wordsOfEach([`${blocks[0]}\ncurl "$SUPPORT_URL"`], {})[0]).toEqual([HOSTILE]);
  expect(wordsOfEach([blocks[0] ?? ''], variablesFor('TOKEN'))).toEqual([[]]);
  const addresses = wordsOfEach(calls, variablesFor('TOKEN')).map((words) => words.at(-1) ?? '');
  expect(addresses).toHaveLength(calls.length);
  for (const address of addresses) expect(address.startsWith(`${BASE}/`), address).toBe(true);
});

const EXAMPLES = GUIDES.flatMap(({ id, body }) => {
  const html = body(BASE).text;
  return [
    ...html.matchAll(
      /<pre class="shell"[^>]*><code>[\s\S]*?<\/code><\/pre>(?:\s*<pre class="json"[^>]*><code>([\s\S]*?)<\/code><\/pre>)?/g,
    ),
  ]
    .map(([block = '', json = '']) => ({ id, command: shellBlocks(block)[0] ?? '', answer: unescape(json) }))
    .filter(({ command }) => command.startsWith('curl'));
});

test.each(EXAMPLES)('guide $id: $command', async ({ command, answer }) => {
  const sent = requestOf(wordsOf(command, variablesFor(own.token)));
  const { statusCode, payload, headers } = await send(sent);
  const isUnfilled = /[:[][A-Z]+[\]}]/.test(sent.body ?? '') || (sent.body ?? '').includes(':URL');
  if (isUnfilled) expect(payload).toContain('not well-formed JSON');
  const isError = isUnfilled || answer.includes('"ok":false');
  expect(statusCode, payload).toBe(isError ? 400 : 200);
  if (String(headers['content-type']).startsWith('text/csv')) expect(payload).toMatch(/^id,ticket_number,/);
  else if (answer !== '') {
    const expected = answer.replace('"site_id":1,', `"site_id":${own.site.id},`);
    expect(JSON.parse(payload)).toMatchObject(JSON.parse(expected));
  }
});
