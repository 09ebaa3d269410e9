import { afterEach, expect, test } from 'vitest';
import { closeToast, toastsAtom, toast } from './toast-store.ts';

afterEach(() => {
  for (const { id } of toastsAtom.get()) closeToast(id);
});

const texts = () => toastsAtom.get().map(({ text }) => text);

test('the newest takes the place of the one before, and errors stay', () => {
  toast({ kind: 'error', text: 'Not saved' });
  for (const text of ['one', 'two', 'three']) toast({ kind: 'info', text });
  expect(texts()).toEqual(['Not saved', 'three']);
});

test('of four errors the oldest leaves; the same words are shown once', () => {
  toast({ kind: 'done', text: 'Saved' });
  for (const text of ['one', 'two', 'one', 'three', 'four']) toast({ kind: 'error', text });
  expect(texts()).toEqual(['one', 'three', 'four', 'Saved']);
});
