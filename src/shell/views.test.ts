import { expect, test } from 'vitest';
import { isCurrent, VIEWS } from './views.ts';

test('no two views have the same name, keys or addresses', () => {
  for (const values of [
    VIEWS.map(({ id }) => id),
    VIEWS.map(({ goKeys }) => goKeys),
    VIEWS.flatMap(({ owns }) => owns),
  ])
    expect(new Set(values).size).toBe(values.length);
  for (const { path, places = [] } of VIEWS) {
    for (const address of [path, ...places.map((place) => place.path.split('?')[0] ?? '')])
      expect(VIEWS.filter((view) => isCurrent(view, address))).toHaveLength(1);
  }
});
