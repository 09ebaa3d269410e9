import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLongPress, HOLD_MS } from '#src/inbox/touch-selection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const at = (clientX: number, clientY: number) => ({ clientX, clientY });

function held(during: (press: ReturnType<typeof createLongPress<string>>) => void): string[] {
  const found: string[] = [];
  const press = createLongPress<string>((on) => found.push(on));
  press.start(at(100, 100), 'row');
  vi.advanceTimersByTime(HOLD_MS - 1);
  during(press);
  vi.advanceTimersByTime(HOLD_MS);
  return found;
}

test('a finger that rests means what it is on, once', () => {
  expect(held(() => undefined)).toEqual(['row']);
  // Nobody's finger is quite still.
  expect(held((press) => press.move(at(106, 106)))).toEqual(['row']);
});

test('a tap and a finger that scrolls mean nothing', () => {
  expect(held((press) => press.end())).toEqual([]);
  expect(held((press) => press.move(at(100, 112)))).toEqual([]);
  expect(held((press) => press.move(at(89, 100)))).toEqual([]);
});

test('a second finger begins anew', () => {
  expect(held((press) => press.start(at(0, 0), 'other'))).toEqual(['other']);
});
