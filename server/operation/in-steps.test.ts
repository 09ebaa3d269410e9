import { expect, test } from 'vitest';
import { inSteps, STEP_ROWS } from './in-steps.ts';

test('steps repeat until one finds fewer rows than its maximum, and yield in between', async () => {
  const order: string[] = [];
  const found = [STEP_ROWS, STEP_ROWS, 3, STEP_ROWS];
  const other = () => {
    order.push('other');
    if (order.length < 20) setImmediate(other);
  };
  setImmediate(other);
  await inSteps(() => {
    order.push('step');
    return Promise.resolve(found.shift() ?? 0);
  });
  expect(found).toEqual([STEP_ROWS]);
  expect(order.join(' ')).toMatch(/^step (other )+step (other )+step$/);
});

test('no step starts once it is no longer wanted', async () => {
  let steps = 0;
  await inSteps(
    () => Promise.resolve(STEP_ROWS * Math.sign(++steps)),
    () => steps < 2,
  );
  expect(steps).toBe(2);
  await inSteps(
    () => Promise.reject(new Error('not wanted')),
    () => false,
  );
});
