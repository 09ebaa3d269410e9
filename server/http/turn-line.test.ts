import { expect, test } from 'vitest';
import { TurnLine } from './turn-line.ts';

const forever = new AbortController().signal;

/** Lets everything that is ready go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('so many are inside at a time, and the others follow in their order', async () => {
  const line = new TurnLine(2);
  const entered: number[] = [];
  const leave: (() => void)[] = [];
  for (let n = 0; n < 5; n += 1) {
    void line.take(forever).then((end) => {
      entered.push(n);
      leave.push(end);
    });
  }
  await settle();
  expect(entered).toEqual([0, 1]);
  leave[1]?.();
  leave[1]?.();
  await settle();
  expect(entered).toEqual([0, 1, 2]);
  for (const n of [0, 2, 3, 4]) {
    leave[n]?.();
    await settle();
  }
  expect(entered).toEqual([0, 1, 2, 3, 4]);
  expect(line.isEmpty).toBe(true);
});

test('who gives up waiting loses the place and keeps nobody waiting', async () => {
  const line = new TurnLine(1);
  const end = await line.take(forever);
  const gone = new AbortController();
  const waiting = line.take(gone.signal);
  const next = line.take(forever);
  gone.abort(new Error('too late'));
  await expect(waiting).rejects.toThrow('too late');
  end();
  (await next)();
  expect(line.isEmpty).toBe(true);
  await expect(line.take(gone.signal)).rejects.toThrow('too late');
});
