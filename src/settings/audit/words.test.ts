import { expect, test } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_OBJECT_TYPES } from '#contract/audit.ts';
import { formatAction, formatField, formatRecordType } from './words.ts';

test('each action and kind of record that the service writes has words of its own', () => {
  for (const [names, wordsOf] of [
    [AUDIT_ACTIONS, formatAction],
    [AUDIT_OBJECT_TYPES, formatRecordType],
  ] as const) {
    const words = names.map((name) => wordsOf(name));
    expect(words.filter((text) => !/^[A-Z][A-Za-z ]+$/.test(text))).toEqual([]);
    expect(new Set(words).size).toBe(names.length);
  }
});

test('what a newer service writes is shown as it came', () => {
  expect(formatAction('robot.wake')).toBe('robot.wake');
  expect(formatAction('constructor')).toBe('constructor');
  expect(formatRecordType('robot')).toBe('robot');
  expect(formatField('battery_percent')).toBe('battery percent');
  expect(formatField('monthly_budget_usd')).toBe('monthly budget');
});
