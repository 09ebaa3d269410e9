import { expect, test } from 'vitest';
import { ChunkLength } from './chunk-length.ts';

test('slow transactions shorten the chunk down to a twentieth, and quick ones lengthen it again', () => {
  const length = new ChunkLength(5_000);
  const after = (ms: number) => {
    length.adjust(ms);
    return length.rows;
  };
  expect(length.rows).toBe(5_000);
  expect([300, 900, 900, 300, 900, 900, 900, 900].map(after)).toEqual([5_000, 2_500, 1_250, 1_250, 625, 312, 250, 250]);
  expect([100, 100, 200, 100, 100, 100, 100].map(after)).toEqual([500, 1_000, 1_000, 2_000, 4_000, 5_000, 5_000]);
});

test('a chunk of one row keeps its length', () => {
  const length = new ChunkLength(1);
  length.adjust(10_000);
  expect(length.rows).toBe(1);
});
