import { expect, test } from 'vitest';
import { detailsBeside, emailToCheck, filledCustomer, replacedDetails, sentBeside } from './requester-details.ts';

const ada = filledCustomer({ email: 'ada@example.com', name: 'Ada', phone: '+49 30 1' });
const bob = { name: 'Bob', phone: '' };
const none = { name: '', phone: '' };

test('details belong to the customer who was found, else to the one filled in while the email is theirs', () => {
  expect(detailsBeside('bob@example.com', ada, bob)).toEqual(bob);
  expect(detailsBeside(' ADA@example.com ', ada, null)).toEqual(ada);
  for (const email of ['bob@example.com', 'ada@example.co', '']) expect(detailsBeside(email, ada, null)).toEqual(none);
});

test('an unknown email is added to a customer without one', () => {
  const phoneOnly = filledCustomer({ email: null, name: 'Ada', phone: '+49 30 1' });
  expect(detailsBeside('new@example.com', phoneOnly, null)).toEqual(phoneOnly);
  expect(detailsBeside('bob@example.com', phoneOnly, bob)).toEqual(bob);
});

test('what was filled in is replaced, also by nothing, and what was typed or cleared by hand stays', () => {
  expect(replacedDetails(ada, ada, bob)).toEqual({ name: 'Bob', phone: '' });
  expect(replacedDetails({ name: 'Mrs Ada', phone: ada.phone }, ada, bob)).toEqual({ phone: '' });
  expect(replacedDetails({ name: ada.name, phone: '' }, ada, { name: 'Bob', phone: '+49 30 2' })).toEqual({
    name: 'Bob',
  });
  expect(replacedDetails(none, none, ada)).toEqual({ name: 'Ada', phone: '+49 30 1' });
  expect(replacedDetails(ada, ada, ada)).toEqual({});
});

test('an email that was added to a customer without one is looked up before it is sent, and no other', () => {
  const phoneOnly = filledCustomer({ email: null, name: 'Ada', phone: '+49 30 1' });
  const sent = { requester_email: 'bob@example.com' };
  expect(emailToCheck(sent, phoneOnly)).toBe('bob@example.com');
  expect(emailToCheck({}, phoneOnly)).toBeNull();
  for (const other of [ada, filledCustomer({})]) expect(emailToCheck(sent, other)).toBeNull();
});

test('what is sent beside the email of another customer has nothing that was filled in, and all that was typed', () => {
  const phoneOnly = filledCustomer({ email: null, name: 'Ada', phone: '+49 30 1' });
  const sent = { subject: 'S', requester_email: 'bob@example.com', requester_name: 'Ada', requester_phone: '+49 30 1' };
  expect(JSON.parse(JSON.stringify(sentBeside(sent, phoneOnly, bob)))).toEqual({
    subject: 'S',
    requester_email: 'bob@example.com',
    requester_name: 'Bob',
  });
  const typed = { ...sent, requester_name: 'Mrs Ada', requester_phone: '+49 30 2' };
  expect(sentBeside(typed, phoneOnly, bob)).toEqual(typed);
});
