import { afterEach, expect, test, vi } from 'vitest';
import { randomId } from './random-id.ts';

afterEach(() => vi.restoreAllMocks());

function fillWith(value: number): void {
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array instanceof Uint8Array) array.fill(value);
    return array;
  });
}

test.each([
  [0x00, '00000000-0000-4000-8000-000000000000'],
  [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  [0x0a, '0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a'],
])('bytes of %i make a UUID of version 4', (value, id) => {
  fillWith(value);
  expect(randomId()).toBe(id);
});

test('no two are the same, without crypto.randomUUID too', () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function');
  });
  expect(new Set(Array.from({ length: 200 }, randomId)).size).toBe(200);
});
