import { expect, test } from 'vitest';
import { nameScore, namesCounted } from './name-rarity.ts';

/** Forty first and forty last names, each pair of them borne by three customers. */
const common = Array.from({ length: 4_800 }, (_, at) => `First${at % 40} Last${Math.floor(at / 40) % 40}`);

test('ID-09: a name of common words says little, a rare one much', () => {
  const counts = namesCounted([...common, 'Yuki Tanabe', 'yuki  tanabe', 'First1 Tanabe'], 4_803);
  // 118 others with the first word and as many with the last: by chance 2.9 of 4,803 have both.
  expect(nameScore('First1 Last1', counts)).toBe(25);
  expect(nameScore('Yuki Tanabe', counts)).toBe(100);
  // A common first word alone is no harm where the last one is rare.
  expect(nameScore('First1 Tanabe', counts)).toBeGreaterThan(95);
});

test('ID-09: of a part of all names the score is about the same', () => {
  const whole = namesCounted(common, 4_800);
  const part = namesCounted(
    common.filter((_, at) => at % 3 === 0),
    4_800,
  );
  expect(Math.abs(nameScore('First3 Last3', whole) - nameScore('First3 Last3', part))).toBeLessThanOrEqual(4);
  expect(nameScore('Any Name', namesCounted([], 0))).toBe(100);
});
