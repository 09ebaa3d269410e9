import { expect, test } from 'vitest';
import { checkHandle } from './handles.ts';

test.each(['whatsapp', 'sms'] as const)('%s takes a number with its country, however it is written', (channel) => {
  expect(checkHandle(channel, ' +49 (151) 555-01884 ', null)).toEqual({
    value: '+4915155501884',
    problem: null,
  });
  expect(checkHandle(channel, '0049 151 55501884', null).value).toBe('+4915155501884');
  expect(checkHandle(channel, '0151 55501884', null).problem).toMatch(/country code/);
  expect(checkHandle(channel, '+49 151 5550188x', null).problem).not.toBeNull();
});

test('an email address has to be one', () => {
  expect(checkHandle('email', ' maren@example.org ', null)).toEqual({
    value: 'maren@example.org',
    problem: null,
  });
  expect(checkHandle('email', 'maren@', null).problem).not.toBeNull();
});

test('an id of Messenger or Instagram has no rules', () => {
  expect(checkHandle('messenger', ' maren rides ', null)).toEqual({ value: 'maren rides', problem: null });
});
