import { QueryClientProvider } from '@tanstack/react-query';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { issuePortalToken } from '#contract/portal.ts';
import { deleteTag } from '#contract/tags.ts';
import type { Operation } from '#contract/operation.ts';
import { toastsAtom } from '#src/ui/toasts/toast-store.ts';
import type { UndoOutcome } from '#src/undo/undo-entry.ts';
import { undoStack, undoLast } from '#src/undo/undo.ts';
import { queryClient } from './query-client.ts';
import { inverse, useWrite } from './write.ts';

/** The calls that wait for their answer, and the keys that they came with. */
const waiting: ServerResponse[] = [];
const keys: (string | undefined)[] = [];
const server = createServer((request, response) => {
  keys.push(request.headers['idempotency-key']?.toString());
  waiting.push(response);
});
let target: { readonly token: string; readonly baseUrl: string };

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target = { token: 'sck_x', baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  waiting.length = 0;
  keys.length = 0;
  toastsAtom.set([]);
  undoStack.set([]);
  queryClient.clear();
});

function hookOf<Row extends Operation>(...input: Parameters<typeof useWrite<Row>>): ReturnType<typeof useWrite<Row>> {
  let hook: ReturnType<typeof useWrite<Row>> | undefined;
  function Part() {
    hook = useWrite(...input);
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Part />
    </QueryClientProvider>,
  );
  if (hook === undefined) throw new Error('Nothing was rendered.');
  return hook;
}

/** Answers the call that has waited longest. */
async function answer(status: number, body: unknown): Promise<void> {
  await vi.waitFor(() => expect(waiting).not.toHaveLength(0));
  waiting.shift()?.writeHead(status, { 'X-SVC-Request-Id': 'req_1' }).end(JSON.stringify(body));
}
const refuse = () => answer(409, { ok: false, error: { code: 'conflict', message: 'is in use' } });
const accept = () => answer(200, { ok: true, data: { id: 7, deleted: true, changed_tickets: 3 } });
const tag = () => ({ query: { id: 7n }, ...target });

test('a second press does nothing while the first is under way, and acts once that has ended', async () => {
  const { write } = hookOf(deleteTag);
  const first = write(tag());
  expect(await write(tag())).toBeNull();
  await accept();
  expect(await first).toMatchObject({ changed_tickets: 3 });
  const next = write(tag());
  await accept();
  expect(await next).not.toBeNull();
  expect(keys).toHaveLength(2);
});

test('a second choice waits for the first where choices queue', async () => {
  const { write } = hookOf(deleteTag, { queues: true });
  const both = [write(tag()), write(tag())];
  await accept();
  expect(waiting).toHaveLength(0);
  await accept();
  expect(await Promise.all(both)).not.toContain(null);
});

test('a failure shows a toast with its request id, and the optimistic change is reverted', async () => {
  const rollback = vi.fn<() => void>();
  const undo = vi.fn<() => null>(() => null);
  const failed = (why: string) => `Not deleted: ${why}`;
  const { write } = hookOf(deleteTag, { failed, undo, optimistic: async () => rollback });
  const sent = write(tag());
  await refuse();
  expect(await sent).toBeNull();
  expect(toastsAtom.get()).toMatchObject([{ kind: 'error', text: 'Not deleted: is in use', requestId: 'req_1' }]);
  expect(rollback).toHaveBeenCalledOnce();
  expect(undo).not.toHaveBeenCalled();
});

test('a failure of a form is no toast', async () => {
  const { write } = hookOf(deleteTag);
  const sent = write(tag());
  await refuse();
  expect(await sent).toBeNull();
  expect(toastsAtom.get()).toEqual([]);
});

test('the inverse is offered with the reply, and an earlier undo waits for it', async () => {
  const undo = vi.fn<() => Promise<UndoOutcome>>(async () => ({ state: 'undone' }));
  const { write } = hookOf(deleteTag, {
    undo: ({ changed_tickets: n }) => ({ text: `Deleted from ${n}`, undo }),
  });
  const sent = write(tag());
  undoLast();
  await accept();
  await sent;
  await vi.waitFor(() => expect(undoStack.get()).toEqual([]));
  expect(undo).toHaveBeenCalledOnce();
});

test('nothing is sent where what is read first says so, and what that throws is the failure', async () => {
  const { write } = hookOf(deleteTag, { failed: (why) => why });
  expect(await write(async () => null)).toBeNull();
  expect(toastsAtom.get()).toEqual([]);
  expect(await write(() => Promise.reject(new Error('not read')))).toBeNull();
  expect(toastsAtom.get()).toHaveLength(1);
  expect(keys).toHaveLength(0);
});

test('every try of one intention has one key, until an answer has come or the content is another', async () => {
  const { write } = hookOf(issuePortalToken);
  const issue = async (email: string, reply: () => Promise<void>): Promise<void> => {
    const sent = write({ body: { requester_email: email, expiry_days: 7, reuse_active: true }, ...target });
    await reply();
    await sent;
  };
  const issued = { id: 7, requester_email: 'a@example.com', expires_utc: '2026-12-01T00:00:00.000Z', use_count: 0 };
  await issue('a@example.com', refuse);
  await issue('a@example.com', () => answer(200, { ok: true, data: issued }));
  await issue('a@example.com', refuse);
  await issue('b@example.com', refuse);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
});

test('an inverse says how it ended, and tells a failure in a toast', async () => {
  const undo = inverse(deleteTag, tag(), { failed: (why) => `Not undone: ${why}`, note: 'as a new tag' });
  const refused = undo();
  await refuse();
  expect(await refused).toEqual({ state: 'failed' });
  expect(toastsAtom.get()).toMatchObject([{ text: 'Not undone: is in use' }]);
  const done = undo();
  await accept();
  expect(await done).toEqual({ state: 'undone', note: 'as a new tag' });
});
