import { afterEach, expect, test } from 'vitest';
import { closeToast, toastsAtom, toast } from './toast-store.ts';

afterEach(() => {
  for (const { id } of toastsAtom.get()) closeToast(id);
});

const texts = () => toastsAtom.get().map(({ text }) => text);

test('the same words stand there once', () => {
  toast({ kind: 'info', text: 'Ignored' });
  toast({ kind: 'done', text: 'Saved' });
  toast({ kind: 'info', text: 'Ignored' });
  expect(texts()).toEqual(['Saved', 'Ignored']);
});

test('a fourth takes the place of the oldest that is no error', () => {
  toast({ kind: 'error', text: 'Not saved' });
  for (const text of ['one', 'two', 'three']) toast({ kind: 'info', text });
  expect(texts()).toEqual(['Not saved', 'two', 'three']);
});
