import { expect, test } from 'vitest';
import { MAX_STARTER, proposalOf, starterOf } from './starters.ts';

const STARTERS = [
  'Track my order',
  'Battery care',
  'Refunds',
  'Can I book a test ride?',
  'Error E14',
  'Which frame size do I need?',
];

test.each([
  ['where is my order', 'Track my order'],
  ['battery range in winter', 'Battery care'],
  ['refund for a cancelled pre-order', 'Refunds'],
  ['how far can I ride with one charge?', null],
  ['what is E14', 'Error E14'],
  ['which torque for the stem bolts', null],
  ['Which magnet?', null],
  ['I need an invoice', null],
  ['is it in', null],
  ['???', null],
])('CP-08: “%s” is covered by %s', (question, starter) => {
  expect(starterOf(question, STARTERS)).toBe(starter);
});

test('CP-08: a proposal begins with a capital and has at most 80 characters', () => {
  expect(proposalOf('  my display shows E21')).toBe('My display shows E21');
  expect(proposalOf('🚲'.repeat(100))).toBe('🚲'.repeat(MAX_STARTER));
  expect(proposalOf('')).toBe('');
});
