import { expect, test } from 'vitest';
import { fillFields, hasWords, openFields } from './saved-replies.ts';

const values = {
  'customer.name': 'Maren $& Lindqvist',
  'customer.email': null,
  'ticket.number': '48213',
  'agent.name': ' ',
};

test('CP-10: fields are filled; an unknown one and one without a value stay, and are named once', () => {
  const filled = fillFields(
    'Hello {{customer.name}}, {{ ticket.number }}: {{customer.email}} {{order}} {{order}} {{agent.name}}',
    values,
  );
  expect(filled).toBe('Hello Maren $& Lindqvist, 48213: {{customer.email}} {{order}} {{order}} {{agent.name}}');
  expect(openFields(filled)).toEqual(['{{customer.email}}', '{{order}}', '{{agent.name}}']);
  expect(openFields('a {{}} {{ }} { {x} }')).toEqual([]);
});

test('CP-10: all words must occur, in any order, whatever their case and accents', () => {
  expect(hasWords('Refund after 14 days', 'DAYS ref')).toBe(true);
  expect(hasWords('Refund after 14 days', 'refund week')).toBe(false);
  expect(hasWords('Anything', '')).toBe(true);
  expect(hasWords('Rückgabe', 'RUCK')).toBe(true);
});
