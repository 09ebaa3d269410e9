import { expect, test } from 'vitest';
import { SCOPES } from '#contract/operation.ts';
import { mayGive, SCOPE_GROUPS, scopeTexts, shownScopes } from './scopes.ts';

test('every scope has a text and is in one group', () => {
  const grouped = SCOPE_GROUPS.flatMap(({ scopes }) => scopes);
  expect(grouped.toSorted()).toEqual(SCOPES.toSorted());
  for (const scope of SCOPES) expect(scopeTexts[scope].text).not.toBe('');
  expect(shownScopes(['tags:write', 'read', 'of:another', 'tickets:write'])).toEqual([
    ...['tickets:write', 'tags:write', 'of:another'],
  ]);
});

test('SI-04: a token gives only scopes that it has itself', () => {
  expect(SCOPES.filter((scope) => mayGive(['tickets:write'], scope))).toEqual(['read', 'tickets:write']);
  expect(mayGive(['*'], '*')).toBe(true);
});
