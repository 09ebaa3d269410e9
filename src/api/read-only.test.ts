import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSavedView, listSavedViews } from '#contract/personal.ts';
import { endSession } from '#contract/site.ts';
import { makeReadOnly } from '#src/session/read-only.ts';
import { enterSession, leaveSession } from '#src/session/session-store.ts';
import { ApiFailure } from './api-failure.ts';
import { call } from './call.ts';
import { failureMessage } from './failure-message.ts';
import { write } from './write.ts';

const seen: string[] = [];
const server = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`);
  const isList = request.method === 'GET';
  response.end(JSON.stringify({ ok: true, data: isList ? { items: [], total_count: 0 } : { ended: true } }));
});
let baseUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  enterSession({ token: 'sct_x', baseUrl, kind: 'session', kept: false });
  makeReadOnly();
});
afterAll(() => {
  leaveSession();
  server.close();
});

test('a document that only shows sends what it reads and its own session, and refuses every write with a reason', async () => {
  await expect(call(listSavedViews)).resolves.toMatchObject({ total_count: 0 });
  const body = { name: 'Mine', query: {} };
  const failure: unknown = await write(createSavedView, { body }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure).toMatchObject({ kind: 'read_only' });
  expect(failureMessage(failure)).toBe('Not changed. The page around this frame doesn’t allow changes.');
  await call(endSession, { token: 'sct_x', baseUrl }).catch(() => undefined);
  expect(seen.map((line) => line.split(' ')[0])).toEqual(['GET', 'DELETE']);
});
