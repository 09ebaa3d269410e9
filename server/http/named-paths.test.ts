import { beforeAll, expect, test } from 'vitest';
import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

let service: TestService;
let own: TestSite;
let reader: string;

beforeAll(async () => {
  service = await startTestService();
  own = await service.createSite();
  reader = (await service.issueToken(own.site, { scopes: ['read'] })).token;
  return () => service.close();
});

const NAMES = Object.values<Operation>(OPERATIONS).flatMap(({ method, resource, aliases }) =>
  [resource, ...aliases].map((name) => ({ method, name })),
);

async function send(method: string, url: string, token: string | null = reader, payload?: string) {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const headers = { ...authorization, 'content-type': 'application/json', 'idempotency-key': 'same' };
  const answer = await service.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  // Two calls of the same kind differ in these.
  const text = answer.payload.replaceAll(/req_\w{22}|"request_count":\d+/g, '');
  return { status: answer.statusCode, allow: answer.headers['allow'], text };
}

test.each(NAMES)('$method /v1/$name answers as $method /v1/api.ashx with that resource', async ({ method, name }) => {
  // A body that no operation accepts, so that both calls end alike.
  const body = method === 'GET' ? undefined : '[]';
  const byPath = await send(method, `/v1/${name}?limit=0`, reader, body);
  expect(byPath).toEqual(await send(method, `/v1/api.ashx?resource=${name}&limit=0`, reader, body));
  expect(byPath.status).not.toBe(404);
  expect((await send('PUT', `/v1/${name}`)).allow).toContain(method);
  expect((await send(method, `/v1/${name}`, null, body)).status).toBe(401);
});

test('a call by path reads and writes as one by the parameter does, with the same idempotency key', async () => {
  const body = '{"subject":"Bell is missing"}';
  const made = await send('POST', '/v1/tickets', own.token, body);
  expect(made.status, made.text).toBe(200);
  expect(await send('POST', '/v1/api.ashx?resource=tickets', own.token, body)).toEqual(made);
  const list = await send('GET', '/v1/tickets?q=bell&format=csv');
  expect(list.text.split('\r\n')).toHaveLength(3);
  expect(list).toEqual(await send('GET', '/v1/api.ashx?resource=tickets&q=bell&format=csv'));
  expect((await send('HEAD', '/v1/tickets')).status).toBe(200);
});

test('a resource in the query of such a path is refused, even the same one', async () => {
  for (const name of ['tickets', 'ticket', 'nothing', '%ff']) {
    const { status, text } = await send('GET', `/v1/tickets?resource=${name}`);
    expect(status).toBe(400);
    expect(JSON.parse(text).error).toMatchObject({ code: 'bad_field' });
  }
  expect((await send('GET', '/v1/tickets?resource=')).status).toBe(200);
});

test('with EXTENSIONS=0 only the path of the API document exists', async () => {
  const documented = await startTestService({ extensions: false, emptyFirst: false });
  for (const { method, name } of NAMES) {
    const answer = await documented.app.inject({
      method,
      url: `/v1/${name}`,
      headers: { authorization: `Bearer ${own.token}` },
    });
    expect(answer.statusCode, name).toBe(404);
    expect(answer.json().error.code).toBe('unknown_resource');
  }
  await documented.close();
});
