import { expect, test } from 'vitest';
import { MAX_NAMES, StatementNames } from './statement-names.ts';

const use = (names: StatementNames, text: string) => Array.from({ length: 3 }, () => names.nameOf(text)).at(-1);

test('a statement gets a name at its third use, and a new one after its plan was dropped', () => {
  const names = new StatementNames();
  expect([names.nameOf('a'), names.nameOf('a')]).toEqual([undefined, undefined]);
  const name = names.nameOf('a');
  expect(name).toMatch(/^s\d+$/);
  expect(names.nameOf('a')).toBe(name);
  names.drop('a');
  expect(names.nameOf('a')).toBeUndefined();
  const next = use(names, 'a');
  expect(next).toMatch(/^s\d+$/);
  expect(next).not.toBe(name);
});

test('many rare statements lose their names, while a statement in use keeps its own', () => {
  const names = new StatementNames();
  const kept = use(names, 'in use');
  const first = use(names, 'odd 0');
  for (let n = 1; n < 3 * MAX_NAMES; n += 1) {
    expect(use(names, `odd ${n}`)).toBeDefined();
    expect(names.nameOf('in use')).toBe(kept);
  }
  expect(names.nameOf('odd 0')).not.toBe(first);
});
