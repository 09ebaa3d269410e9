import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Sha256 } from './sha256.ts';

test('is what SHA-256 is, wherever the bytes are cut', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.array(fc.nat(400), { maxLength: 6 }), (bytes, places) => {
      const hash = new Sha256();
      const at = [0, ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
      for (const [index, to] of at.slice(1).entries()) hash.push(bytes.subarray(at[index], to));
      expect(hash.end()).toBe(createHash('sha256').update(bytes).digest('hex'));
    }),
    { numRuns: 500 },
  );
});
