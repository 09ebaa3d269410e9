import { expect, test } from 'vitest';
import type { View } from '#src/panels/view-type.ts';
import { findUnprovided, isCurrent, startPath } from './navigation.ts';
import { VIEWS } from './views.ts';

const CHECKS: View = {
  id: 'checks',
  path: '/checks',
  owns: ['/checks'],
  label: 'Checks',
  icon: 'info',
  goKeys: 'g c',
  isExtension: true,
};
const WITH_CHECKS = [CHECKS, ...VIEWS];

function whoami(scopes: readonly string[], isWhole = true) {
  return { scopes: [...scopes], capabilities: { deployed: { sessions: isWhole } } };
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

test('sign-in leads an admin to health and everyone else to the inbox', () => {
  expect(startPath(whoami(['*']))).toBe('/health');
  expect(startPath(whoami(['read', 'site:write']))).toBe('/health');
  expect(startPath(whoami(['read', 'tickets:write']))).toBe('/inbox');
  expect(startPath(whoami(['read']))).toBe('/inbox');
  expect(startPath(whoami(['*'], false))).toBe('/health');
});

test('a page is not provided if its view or its own place needs extensions that the service lacks', () => {
  const bare = whoami(['*'], false);
  expect(findUnprovided('/checks/one', bare, WITH_CHECKS)).toBe(CHECKS);
  expect(findUnprovided('/checks/one', whoami(['*']), WITH_CHECKS)).toBeUndefined();
  expect(findUnprovided('/customers/merge', bare)).toBeDefined();
  expect(findUnprovided('/ai/usage', bare)).toBeUndefined();
  expect(findUnprovided('/ai/usage/calls', bare)).toBeDefined();
  expect(findUnprovided('/customers', bare)).toBeUndefined();
  expect(findUnprovided('/customers/27', bare)).toBeUndefined();
  // A verb that needs extensions is left out without its page.
  expect(findUnprovided('/manage/portal-tokens', bare)).toBeUndefined();
});
