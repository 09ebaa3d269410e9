import { afterEach, expect, test } from 'vitest';
import { keysNow, setKeyChanges } from '#src/ui/keys/key-changes.ts';
import { keyLabels } from '#src/ui/keys/key-labels.ts';
import { keyProblem, type KeyEntry } from './keys-page.tsx';

const refresh: KeyEntry = { keys: 'r', label: 'Refresh' };
const next: KeyEntry = { keys: 'j', label: 'Next ticket' };
const inbox: KeyEntry = { keys: 'g i', label: 'Go to Inbox' };
const groups = [
  { name: 'a', entries: [refresh, inbox] },
  { name: 'b', entries: [next] },
];
const problem = (keys: string, entry = refresh) => keyProblem(keys, entry, groups);

afterEach(() => setKeyChanges({}));

test.each(['q', 'g q', 'mod+e', 'shift+r', '?'])('%s is free', (keys) => {
  expect(problem(keys)).toBeNull();
});

test.each([
  ['j', /taken by “Next ticket”/],
  ['g', /and the keys for “Go to Inbox” begin alike/],
  ['j x', /and the keys for “Next ticket” begin alike/],
  ['mod+w', /browser/],
  ['mod+shift+t', /browser/],
  ['escape', /every page/],
  ['g enter', /every page/],
  ['7', /saved views/],
])('%s is refused: %s', (keys, why) => {
  expect(problem(keys)).toMatch(why);
});

test('keys that their owner has left are free, and taken where it went', () => {
  setKeyChanges({ j: 'n' });
  expect(problem('j')).toBeNull();
  expect(problem('n')).toMatch(/Next ticket/);
  // Back to the first ones only while nobody else has them.
  expect(problem('j', next)).toBeNull();
  setKeyChanges({ j: 'n', r: 'j' });
  expect(problem('j', next)).toMatch(/Refresh/);
});

test('what the person chose is what is printed', () => {
  setKeyChanges({ r: 'g q' });
  expect(keysNow('r')).toBe('g q');
  expect(keyLabels('r')).toEqual(['G', 'Q']);
});
