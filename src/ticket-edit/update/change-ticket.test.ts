import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Ticket } from '#contract/tickets.ts';
import { ApiFailure } from '#src/api/api-failure.ts';
import { undoLast, undoStack } from '#src/undo/undo.ts';
import { changeOf, type TicketPatch } from './change-store.ts';
import { addMessage, changeTicket, removeMessage, sendInTurn, whenSent } from './change-ticket.ts';
import type { savePatch, saveInverse } from './save-ticket.ts';

interface Sent {
  readonly patch: TicketPatch;
  readonly mayBeSaved: boolean;
  readonly answer: (version: number, fields: Partial<Ticket>) => void;
  readonly fail: (error: unknown) => void;
}

const { sent, inverses } = vi.hoisted(() => ({ sent: [] as Sent[], inverses: [] as unknown[] }));

vi.mock(import('./save-ticket.ts'), async (original) => ({
  ...(await original()),
  readTicket: async () => ticket,
  savePatch: (base, patch, mayBeSaved) =>
    new Promise<Awaited<ReturnType<typeof savePatch>>>((resolve, reject) => {
      const answer = (version: number, fields: Partial<Ticket>): void => {
        const now = { ...base, ...fields, version };
        resolve({ now, inverse: { token: 'u', fields: { status: base.status }, saved: now } });
      };
      sent.push({ patch, mayBeSaved, answer, fail: reject });
    }),
  saveInverse: async (base, inverse): ReturnType<typeof saveInverse> => {
    inverses.push(inverse.fields);
    return { now: { ...base, ...inverse.fields }, isKept: false };
  },
}));

const ticket: Ticket = {
  id: 7n,
  ticket_number: 1001,
  subject: 'Bent rim',
  status: 'open',
  priority: 'normal',
  channel: 'web',
  requester_name: null,
  requester_email: null,
  requester_phone: null,
  tags: 'wheels',
  version: 1,
  first_response_utc: null,
  resolved_utc: null,
  created_utc: '2026-11-20T08:28:00.000Z',
  customer_identity_id: null,
};
let id = 100n;
let own = ticket;

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { querySelectorAll: () => [], body: null, getElementById: () => null });
  // Each test has a ticket of its own, because pending changes outlive a test.
  id += 1n;
  own = { ...ticket, id };
});
afterEach(() => {
  vi.unstubAllGlobals();
  sent.length = 0;
  inverses.length = 0;
  undoStack.set([]);
});

const drawn = () => changeOf(id);
/** The nth call to save a patch, once it is made. */
const call = async (at: number): Promise<Sent> => {
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(at));
  const found = sent[at];
  if (found === undefined) throw new Error('no such call');
  return found;
};

test('changes are drawn on top of each other at once, and sent one after the other', async () => {
  changeTicket(own, { status: 'pending' });
  changeTicket(own, { status: 'resolved', addTags: ['late'] });
  expect(drawn()).toMatchObject({ state: 'saving', fields: { status: 'resolved', tags: 'wheels,late' } });
  (await call(0)).answer(2, { status: 'pending' });
  expect((await call(1)).patch).toMatchObject({ status: 'resolved' });
  // With the pending changes, the ticket already has this status.
  changeTicket(own, { status: 'resolved' });
  (await call(1)).answer(3, { status: 'resolved', tags: 'wheels,late' });
  await whenSent([id]);
  expect(sent).toHaveLength(2);
  expect(drawn()).toMatchObject({ state: 'saved' });
});

test('Ctrl Z takes out a change that was not sent; for one that was, its inverse is the next call', async () => {
  changeTicket(own, { status: 'pending' });
  const first = await call(0);
  changeTicket(own, { status: 'closed' });
  undoLast();
  expect(drawn()?.fields).toEqual({ status: 'pending' });
  undoLast();
  expect(drawn()?.fields).toEqual({ status: 'open' });
  first.answer(2, { status: 'pending' });
  await vi.waitFor(() => expect(inverses).toEqual([{ status: 'open' }]));
  await whenSent([id]);
  expect(sent).toHaveLength(1);
  expect(drawn()).toBeUndefined();
});

test('a refused change fails with the later ones of its fields, others are saved, and Retry sends each again', async () => {
  changeTicket(own, { status: 'pending' });
  changeTicket(own, { priority: 'high' });
  changeTicket(own, { status: 'closed' });
  (await call(0)).fail(new ApiFailure('server', 'it broke', { status: 500 }));
  const second = await call(1);
  expect(second.patch).toEqual({ priority: 'high' });
  expect(drawn()).toMatchObject({ state: 'failed', fields: { priority: 'high' } });
  second.answer(2, { priority: 'high' });
  await whenSent([id]);
  expect(sent).toHaveLength(2);
  drawn()?.retry?.();
  (await call(2)).answer(3, { status: 'pending' });
  expect((await call(3)).patch).toEqual({ status: 'closed' });
  (await call(3)).answer(4, { status: 'closed' });
  await whenSent([id]);
  expect(drawn()).toMatchObject({ state: 'saved' });
});

test('a change without an answer can be retried, replaced, or undone with a call, because it may be saved', async () => {
  changeTicket(own, { status: 'pending' });
  (await call(0)).fail(new ApiFailure('network', 'no answer'));
  await vi.waitFor(() => expect(drawn()).toMatchObject({ state: 'failed', fields: {} }));
  drawn()?.retry?.();
  expect((await call(1)).mayBeSaved).toBe(true);
  (await call(1)).fail(new ApiFailure('network', 'no answer'));
  await vi.waitFor(() => expect(drawn()?.state).toBe('failed'));
  undoLast();
  await vi.waitFor(() => expect(inverses).toEqual([{ status: 'open' }]));

  changeTicket(own, { status: 'pending' });
  (await call(2)).fail(new ApiFailure('bad_request', 'no'));
  await vi.waitFor(() => expect(drawn()?.state).toBe('failed'));
  changeTicket(own, { status: 'closed' });
  expect(drawn()).toMatchObject({ state: 'saving', fields: { status: 'closed' } });
  (await call(3)).answer(5, { status: 'closed' });
  await whenSent([id]);
});

test('an error of the service or of a gateway leaves it open whether the change was saved', async () => {
  changeTicket(own, { status: 'resolved' });
  (await call(0)).fail(new ApiFailure('server', 'Gateway timeout', { status: 504 }));
  await vi.waitFor(() => expect(drawn()?.state).toBe('failed'));
  drawn()?.retry?.();
  expect((await call(1)).mayBeSaved).toBe(true);
  (await call(1)).answer(2, { status: 'resolved' });
  await whenSent([id]);
});

test('a service that keeps asking to wait fails the change after five tries', async () => {
  vi.useFakeTimers();
  changeTicket(own, { status: 'resolved' });
  for (let tries = 0; tries < 5; tries += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    sent[tries]?.fail(new ApiFailure('server', 'busy', { status: 503, retryAfterSeconds: 0 }));
  }
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toHaveLength(5);
  expect(drawn()?.state).toBe('failed');
  vi.useRealTimers();
});

test('a status that a waiting message sets anyway does not send the message early; another status does', async () => {
  const sendNow = vi.fn<() => void>();
  changeTicket(own, { priority: 'high' });
  const message = addMessage({ id, number: 1001 }, 'message', { status: 'resolved' }, sendNow);
  changeTicket(own, { status: 'resolved' });
  expect(sendNow).not.toHaveBeenCalled();
  changeTicket(own, { status: 'pending' });
  expect(sendNow).toHaveBeenCalledOnce();
  removeMessage({ id, number: 1001 }, message);
  (await call(0)).answer(2, { priority: 'high' });
  (await call(1)).answer(3, { status: 'pending' });
  await whenSent([id]);
});

test('Ctrl Z takes out a refused change without a call', async () => {
  changeTicket(own, { status: 'pending' });
  (await call(0)).fail(new ApiFailure('bad_request', 'no'));
  await vi.waitFor(() => expect(drawn()?.state).toBe('failed'));
  undoLast();
  expect(drawn()).toBeUndefined();
  await whenSent([id]);
  expect(inverses).toEqual([]);
});

test('other calls about a ticket have their turn between its changes', async () => {
  const order: string[] = [];
  changeTicket(own, { status: 'pending' });
  const first = await call(0);
  const other = sendInTurn({ id, number: 1001 }, async () => {
    order.push('other');
    return { ticket: null, result: 'done' };
  });
  changeTicket(own, { priority: 'low' });
  expect(order).toEqual([]);
  first.answer(2, { status: 'pending' });
  expect(await other).toBe('done');
  const second = await call(1);
  expect(order).toEqual(['other']);
  second.answer(3, { priority: 'low' });
  await whenSent([id]);
});
