import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import { writeJson } from '#contract/json.ts';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS, type OperationName } from '#contract/operations.ts';
import { toBody } from '#contract/wire.ts';
import { arbitraryBody, arbitraryQuery } from '#server/testing/arbitrary-input.ts';
import { exampleConfig } from '#server/testing/examples-ai.ts';
import { type Example, type Fixture, queryOfRow } from '#server/testing/row-example.ts';
import { makeFixture, ROW_EXAMPLES } from '#server/testing/row-examples.ts';
import { startProgram, type Program } from '#server/testing/run-program.ts';
import { startTestService, type TestService } from '#server/testing/service.ts';

// Prism is a proxy between a client and the service, and compares each call and each answer with the document.

const CLI = join(import.meta.dirname, '../../tools/prism/node_modules/@stoplight/prism-cli/dist/index.js');
const SEED = 20_261_130;
/** Generated calls of each row, with queries and with bodies. */
const EACH = 2;

let service: TestService;
let own: Fixture;
let proxyUrl: string;

beforeAll(async () => {
  service = await startTestService({ config: await exampleConfig() });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const found = service.app.server.address();
  const upstream = `http://127.0.0.1:${typeof found === 'object' && found !== null ? found.port : 0}/v1`;
  const document = join(await mkdtemp(join(inject('testFolder'), 'prism-')), 'openapi.json');
  await writeFile(document, (await service.app.inject('/v1/openapi.json')).payload);
  own = await makeFixture(service, 'Own site');
  const prism = startProgram(CLI, ['proxy', document, upstream, '--port', '0'], { NO_COLOR: '1' });
  proxyUrl = await addressOf(prism);
  return async () => {
    prism.child.kill();
    await prism.ended;
    await service.close();
  };
}, 60_000);

/** Prism chooses a free port and prints it. */
function addressOf(prism: Program): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    prism.child.stdout?.on('data', (chunk: string) => {
      text += chunk;
      const url = /Prism is listening on (http\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    });
    void prism.ended.then(({ stdout, stderr }) => reject(new Error(`Prism ended: ${stdout}${stderr}`)));
  });
}

interface Call {
  readonly row: Operation;
  readonly query: string;
  readonly body?: string | undefined;
  readonly token?: string | undefined;
}

interface Violation {
  readonly location: readonly string[];
  readonly message: string;
}

interface Seen {
  readonly call: string;
  readonly status: number;
  readonly inRequest: readonly Violation[];
  readonly inResponse: readonly Violation[];
}

async function send({ row, query, body, token = own.token }: Call): Promise<Seen> {
  const answer = await fetch(`${proxyUrl}/${row.resource}?${query}`, {
    method: row.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': row.media ?? 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const violations: readonly Violation[] = JSON.parse(answer.headers.get('sl-violations') ?? '[]');
  const at = (side: string) => violations.filter(({ location }) => location[0] === side);
  return {
    call: `${row.method} ${row.resource}?${query} ${body ?? ''}: ${answer.status} ${await answer.text()}`,
    status: answer.status,
    inRequest: at('request'),
    inResponse: at('response'),
  };
}

function callOf(row: Operation, { query = '', body, token }: Example): Call {
  const pairs = typeof query === 'string' ? [] : Object.entries(query);
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value === true ? '1' : String(value))}`);
  const isFile = typeof body === 'string' || body instanceof Uint8Array;
  return {
    row,
    token,
    query: `${queryOfRow(row)}${typeof query === 'string' ? query : text.join('&')}`,
    body: body === undefined ? undefined : isFile ? String(body) : writeJson(toBody(row, Object(body))),
  };
}

/** Valid and invalid calls close to the contract, the same in each run. */
function generatedCalls(row: Operation): Call[] {
  const options = { seed: SEED, numRuns: EACH };
  const queries = fc.sample(arbitraryQuery(row.query), options).map((query) => callOf(row, { query }));
  if (row.body === null) return queries;
  // Prism names fields in a header, which takes neither all characters nor all lengths.
  const names = (body: object) => Object.keys(body).every((name) => /^[ -~]{1,100}$/.test(name));
  const bodies = fc.sample(arbitraryBody(row.body).filter(names), options);
  return [...queries, ...bodies.map((body) => callOf(row, { body }))];
}

test('Prism finds nothing in 500 calls that contradicts the document', { timeout: 120_000 }, async () => {
  const wrong: unknown[] = [];
  const statuses = new Set<number>();
  let calls = 0;
  const look = async (call: Call) => {
    const seen = await send(call);
    calls += 1;
    statuses.add(seen.status);
    // An item of `ingest` that has another form is refused by itself.
    const isAccepted = seen.status === 200 && call.row.name !== 'ingest';
    if (seen.inResponse.length > 0 || (isAccepted && seen.inRequest.length > 0)) wrong.push(seen);
    // A call may revoke its own token.
    if (seen.status === 401) own = { ...own, ...(await service.issueToken(own.site)) };
  };
  for (const row of Object.values<Operation>(OPERATIONS)) {
    const { success, errors } = ROW_EXAMPLES[row.name as OperationName];
    for (const example of [success, ...Object.values(errors)]) await look(callOf(row, await example(own)));
    for (const call of generatedCalls(row)) await look(call);
  }
  expect(wrong).toEqual([]);
  expect(calls).toBeGreaterThan(500);
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 403, 404, 409, 429, 500, 502]));
});

test('Prism sees what contradicts the document', async () => {
  const { status, inRequest } = await send({ row: OPERATIONS.listTickets, query: 'limit=201' });
  expect(status).toBe(400);
  expect(inRequest).toMatchObject([{ location: ['request', 'query', 'limit'] }]);
});
