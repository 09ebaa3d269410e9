import { expect, test } from 'vitest';
import { checkHandle } from './handles.ts';

test.each(['whatsapp', 'sms'] as const)('%s takes a number with its country, however it is written', (channel) => {
  expect(checkHandle(channel, ' +49 (151) 555-01884 ', null)).toEqual({
    value: '+4915155501884',
    problem: null,
    doubt: null,
  });
  expect(checkHandle(channel, '0049 151 55501884', null).value).toBe('+4915155501884');
  expect(checkHandle(channel, '0151 55501884', null).problem).toMatch(/country code/);
  expect(checkHandle(channel, '+49 151 5550188x', null).problem).not.toBeNull();
});

test('an email address has to be one', () => {
  expect(checkHandle('email', ' maren@example.org ', null)).toEqual({
    value: 'maren@example.org',
    problem: null,
    doubt: null,
  });
  expect(checkHandle('email', 'maren@', null).problem).not.toBeNull();
});

test.each(['messenger', 'instagram'] as const)('%s is warned about and not refused', (channel) => {
  expect(checkHandle(channel, '17841405822304', null).doubt).toBeNull();
  expect(checkHandle(channel, '@maren.rides', null).doubt).toBeNull();
  expect(checkHandle(channel, 'maren rides', null)).toMatchObject({ value: 'maren rides', problem: null });
  expect(checkHandle(channel, 'maren rides', null).doubt).not.toBeNull();
});
