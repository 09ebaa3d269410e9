import { expect, test } from 'vitest';
import { EXTENSIONS } from '#contract/operation.ts';
import type { View } from '#src/panels/view-type.ts';
import { findUnprovided, isCurrent, startPath, VIEWS } from './views.ts';

const HEALTH: View = {
  id: 'health',
  path: '/health',
  owns: ['/health'],
  order: 0,
  label: 'Health',
  icon: 'info',
  goKeys: 'g h',
  startFor: 'tokens:write',
  extension: 'health_history',
};
const WITH_HEALTH = [HEALTH, ...VIEWS];

function whoami(scopes: readonly string[], extensions: readonly string[] = EXTENSIONS) {
  return {
    scopes: [...scopes],
    capabilities: { deployed: Object.fromEntries(EXTENSIONS.map((key) => [key, extensions.includes(key)])) },
  };
}

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

test('sign-in leads to the first view that is the start page of the token', () => {
  expect(startPath(whoami(['*']))).toBe('/inbox');
  expect(startPath(whoami(['read', 'tokens:write']), WITH_HEALTH)).toBe('/health');
  expect(startPath(whoami(['read']), WITH_HEALTH)).toBe('/inbox');
  expect(startPath(whoami(['*'], []), WITH_HEALTH)).toBe('/inbox');
});

test('a page is unprovided where its view or its own place needs an extension that is missing', () => {
  const bare = whoami(['*'], []);
  expect(findUnprovided('/health/checks', bare, WITH_HEALTH)).toBe(HEALTH);
  expect(findUnprovided('/health/checks', whoami(['*']), WITH_HEALTH)).toBeUndefined();
  expect(findUnprovided('/customers/merge', bare)?.extension).toBe('identity_tools');
  expect(findUnprovided('/customers', bare)).toBeUndefined();
  expect(findUnprovided('/customers/27', bare)).toBeUndefined();
});
