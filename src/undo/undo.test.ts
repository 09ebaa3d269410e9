import { afterEach, expect, test, vi } from 'vitest';
import { closeToast, toastsAtom } from '#src/ui/toasts/toast-store.ts';
import type { Undoable, UndoOutcome } from './undo-entry.ts';
import { beginUndo, dropUndo, noteOnOffer, offerUndo, undoStack, undoLast, updateUndo } from './undo.ts';

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
  undoStack.set([]);
  for (const { id } of toastsAtom.get()) closeToast(id);
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

test('each press takes back the newest that is left, within the press', () => {
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

test('an undo waits for one before it that may concern the same, and for no other', async () => {
  const [job, one] = [change('job'), change('one', { subject: { kind: 'ticket', id: '1' } })];
  const other = change('other', { subject: { kind: 'ticket', id: '2' } });
  offerUndo(other.offered);
  offerUndo(one.offered);
  undoLast();
  undoLast();
  expect(other.undo).toHaveBeenCalledOnce();
  offerUndo(job.offered);
  undoLast();
  expect(job.undo).not.toHaveBeenCalled();
  one.end();
  other.end();
  await vi.waitFor(() => expect(job.undo).toHaveBeenCalledOnce());
});

test('a change whose way back comes with its answer has its place from the press on', () => {
  const settle = beginUndo();
  const later = change('later', { isAtOnce: true });
  offerUndo(later.offered);
  settle(change('first').offered);
  expect(states()).toEqual(['first done', 'later done']);
  // The newer one is offered still, and is what the key takes back.
  expect(texts()).toEqual(['later']);
  undoLast();
  expect(later.undo).toHaveBeenCalledOnce();
});

test('it is taken back as soon as it is there where that was asked for, and is gone where it came to nothing', () => {
  const before = change('before', { isAtOnce: true });
  offerUndo(before.offered);
  const settle = beginUndo();
  undoLast();
  const made = change('made');
  settle(made.offered);
  expect(made.undo).toHaveBeenCalledOnce();
  expect(before.undo).not.toHaveBeenCalled();
  beginUndo()(null);
  expect(states()).toEqual(['before done', 'made undoing']);
});

test('the key means a change that came to nothing just now, and not the one before, until that could be seen', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const [a, b, c] = [change('a', { isAtOnce: true }), change('b'), change('c')];
  for (const { offered } of [a, b, c]) offerUndo(offered);
  for (const key of ['c', 'b']) dropUndo(key);
  undoLast();
  undoLast();
  expect(a.undo).not.toHaveBeenCalled();
  undoLast();
  expect(a.undo).toHaveBeenCalledOnce();

  const [d, e] = [change('d', { isAtOnce: true }), change('e')];
  for (const { offered } of [d, e]) offerUndo(offered);
  dropUndo('e');
  vi.advanceTimersByTime(1_001);
  undoLast();
  expect(d.undo).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test('a change made since is what the key means, whatever came to nothing before it', () => {
  const [a, b, c] = [change('a', { isAtOnce: true }), change('b'), change('c', { isAtOnce: true })];
  for (const { offered } of [a, b]) offerUndo(offered);
  dropUndo('b');
  offerUndo(c.offered);
  undoLast();
  expect(c.undo).toHaveBeenCalledOnce();
  undoLast();
  expect(a.undo).toHaveBeenCalledOnce();
});

test('an offer says more when more is known, and is closed with its change', () => {
  const key = offerUndo(change('a').offered);
  noteOnOffer(key, 'in 4 s');
  updateUndo(key, { text: 'a, waiting' });
  expect(toastsAtom.get()).toMatchObject([{ text: 'a, waiting', note: 'in 4 s' }]);
  dropUndo(key);
  expect(texts()).toEqual([]);
  expect(states()).toEqual([]);
});
