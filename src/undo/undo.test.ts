import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeToast, toastsAtom } from '#src/ui/toasts/toast-store.ts';
import type { Undoable, UndoOutcome } from './undo-entry.ts';
import { beginUndo, closeOffer, offerUndo, retractUndo, undoStack, undoLast } from './undo.ts';

const ends: (() => void)[] = [];

beforeEach(() => {
  for (const { id } of toastsAtom.get()) closeToast(id);
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  undoStack.set([]);
});

const states = () => undoStack.get().map(({ key, state }) => `${key} ${state}`);
const texts = () => toastsAtom.get().map(({ text }) => text);

/** A change whose undo is over when `end` is called. */
function change(key: string, more: Partial<Undoable> = {}) {
  const outcome = Promise.withResolvers<UndoOutcome>();
  const undo = vi.fn<Undoable['undo']>(() => outcome.promise);
  const end = (): void => outcome.resolve({ state: 'undone' });
  ends.push(end);
  return { undo, end, offered: { key, text: key, undo, ...more } };
}

test('each press undoes the newest change that is left, within the press', () => {
  const [a, b] = [change('a', { isAtOnce: true }), change('b', { isAtOnce: true })];
  offerUndo(a.offered);
  offerUndo(b.offered);
  undoLast();
  expect(b.undo).toHaveBeenCalledOnce();
  expect(a.undo).not.toHaveBeenCalled();
  expect(texts()).toEqual(['Undone: b']);
  undoLast();
  expect(a.undo).toHaveBeenCalledOnce();
});

test('an undo waits for the ones before it; one that is drawn at once is handed their end', async () => {
  const [first, second] = [change('first'), change('second')];
  const third = change('third', { isAtOnce: true });
  for (const { offered } of [third, second, first]) offerUndo(offered);
  for (let press = 0; press < 3; press += 1) undoLast();
  await vi.waitFor(() => expect(first.undo).toHaveBeenCalledOnce());
  expect(second.undo).not.toHaveBeenCalled();
  const isTurn = vi.fn<() => void>();
  void third.undo.mock.calls[0]?.[1].then(isTurn);
  first.end();
  await vi.waitFor(() => expect(second.undo).toHaveBeenCalledOnce());
  expect(isTurn).not.toHaveBeenCalled();
  second.end();
  await vi.waitFor(() => expect(isTurn).toHaveBeenCalledOnce());
});

test('a change whose inverse comes with its answer has its place on the stack from the key press on', () => {
  const settle = beginUndo();
  const later = change('later', { isAtOnce: true });
  offerUndo(later.offered);
  settle(change('first').offered);
  expect(states()).toEqual(['first done', 'later done']);
  // The newer one is still offered, and Ctrl Z undoes it.
  expect(texts()).toEqual(['later']);
  undoLast();
  expect(later.undo).toHaveBeenCalledOnce();
});

test('it is undone as soon as its inverse is known if that was asked for, and is gone if nothing was changed', async () => {
  const before = change('before', { isAtOnce: true });
  offerUndo(before.offered);
  const settle = beginUndo();
  undoLast();
  const made = change('made');
  settle(made.offered);
  await vi.waitFor(() => expect(made.undo).toHaveBeenCalledOnce());
  expect(before.undo).not.toHaveBeenCalled();
  beginUndo()(null);
  expect(states()).toEqual(['before done', 'made undoing']);
});

test('an undone change leaves the stack; a failed undo can be tried again', async () => {
  const undo = vi
    .fn<Undoable['undo']>()
    .mockResolvedValueOnce({ state: 'failed' })
    .mockResolvedValueOnce({ state: 'undone' });
  offerUndo({ key: 'a', text: 'a', undo });
  undoLast();
  await vi.waitFor(() => expect(states()).toEqual(['a done']));
  undoLast();
  await vi.waitFor(() => expect(states()).toEqual([]));
  expect(undo).toHaveBeenCalledTimes(2);
});

test('an offer is closed with its change, or by itself', () => {
  offerUndo(change('a').offered);
  closeOffer('a');
  expect(texts()).toEqual([]);
  expect(states()).toEqual(['a done']);
  offerUndo(change('b').offered);
  retractUndo('b');
  expect(texts()).toEqual([]);
  expect(states()).toEqual(['a done']);
});

test('a change that is being sent keeps its place, and is undone once its inverse is known', async () => {
  const [reply, later] = [change('reply'), change('later')];
  offerUndo(reply.offered);
  offerUndo(later.offered);
  const settle = beginUndo('reply');
  expect(states()).toEqual(['reply begun', 'later done']);
  retractUndo('later');
  undoLast();
  expect(reply.undo).not.toHaveBeenCalled();
  expect(texts()).toEqual([]);
  const status = change('reply');
  settle(status.offered);
  await vi.waitFor(() => expect(status.undo).toHaveBeenCalledOnce());
});
