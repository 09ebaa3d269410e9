import { expect, test } from 'vitest';
import { readViews } from '#tools/build/read-views.ts';
import { isCurrent, VIEWS } from './views.ts';

test('the tools find the same views as the dashboard, in the same order', async () => {
  expect(await readViews()).toEqual(VIEWS);
  expect(VIEWS.length).toBeGreaterThan(4);
});

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
