import { expect, test } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_OBJECT_TYPES } from '#contract/audit.ts';
import { actionWords, fieldWords, objectWords } from './words.ts';

test('each action and kind of record that the service writes has words of its own', () => {
  for (const [names, wordsOf] of [
    [AUDIT_ACTIONS, actionWords],
    [AUDIT_OBJECT_TYPES, objectWords],
  ] as const) {
    const words = names.map((name) => wordsOf(name));
    expect(words.filter((text) => !/^[A-Z][A-Za-z ]+$/.test(text))).toEqual([]);
    expect(new Set(words).size).toBe(names.length);
  }
});

test('what a newer service writes is shown as it came', () => {
  expect(actionWords('robot.wake')).toBe('robot.wake');
  expect(actionWords('constructor')).toBe('constructor');
  expect(objectWords('robot')).toBe('robot');
  expect(fieldWords('battery_percent')).toBe('battery percent');
  expect(fieldWords('monthly_budget_usd')).toBe('monthly budget');
});
