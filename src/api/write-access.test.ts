import { expect, test } from 'vitest';
import { isRefused, learnRefusal } from '#src/session/refused-scopes.ts';
import { grants } from './write-access.ts';

test.each([
  [['read'], false],
  [['read', 'tags:write'], false],
  [[], false],
  [['read', 'tickets:write'], true],
  [['*'], true],
  // Another service's names say nothing to us.
  [['agent'], true],
])('scopes %j open tickets:write: %s', (scopes, wanted) => {
  expect(grants(scopes, 'tickets:write')).toBe(wanted);
});

test('what the service refused holds for that token alone', () => {
  learnRefusal('tickets:write', 'one');
  learnRefusal('tags:write', 'one');
  expect(isRefused('tickets:write', 'one')).toBe(true);
  expect(isRefused('tickets:write', 'two')).toBe(false);
  learnRefusal('tags:write', 'two');
  expect(isRefused('tickets:write', 'two')).toBe(false);
  expect(isRefused('tags:write', 'two')).toBe(true);
});
