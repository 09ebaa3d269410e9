import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTag } from '#contract/tags.ts';
import { createTicket } from '#contract/ticket-writes.ts';
import { contractResolver } from './contract-resolver.ts';

interface TagForm {
  name: string;
}

const tagForm = contractResolver({
  schema: createTag.body,
  names: { name: 'Name' },
  bodyOf: ({ name }: TagForm) => ({ name: name.trim() }),
  also: ({ name }) => ({ name: name.trim().toLowerCase() === 'refund' ? 'Refund exists already.' : undefined }),
});
const HOW = { fields: {}, shouldUseNativeValidation: false };
const nameOf = async (name: string) => (await tagForm({ name }, undefined, HOW)).errors['name']?.message;

test('an email, a number and a date have their own sentences', async () => {
  const refused = (error: string) => z.string().check(z.refine(() => false, { error }));
  const form = contractResolver({
    schema: z.object({
      email: refused('must be an email address'),
      days: refused('must be an integer from 1 to 365'),
      id: refused('must be an integer from 1 to 9223372036854775807'),
      day: refused('must be a date, such as 2026-11-20'),
    }),
    names: {},
    bodyOf: (values: Readonly<Record<'email' | 'days' | 'id' | 'day', string>>) => values,
  });
  const { errors } = await form({ email: 'x', days: '', id: '', day: '' }, undefined, HOW);
  expect(Object.values(errors).map((error) => error?.message)).toEqual([
    'Enter an email address.',
    'Enter a whole number from 1 to 365.',
    'Enter a whole number.',
    'Choose a date.',
  ]);
});

test('messages of the contract become sentences for people', async () => {
  expect(await nameOf('a,b')).toBe('Name must not contain a comma.');
  expect(await nameOf('   ')).toBe('Name can’t be empty.');
  expect(await nameOf('🚲'.repeat(61))).toBe('Write at most 60 characters.');
  expect(await nameOf('🚲'.repeat(60))).toBeUndefined();
});

test('a message of the page shows if the contract has none for the field', async () => {
  expect(await nameOf(' REFUND ')).toBe('Refund exists already.');
});

test('the contract and the page each report their own fields', async () => {
  const form = contractResolver({
    schema: createTicket.body,
    names: { subject: 'Subject' },
    bodyOf: ({ subject }: { subject: string; days: string }) => ({ subject }),
    also: ({ days }) => ({ days: days === '' ? 'Enter 1 to 365 days.' : undefined }),
  });
  const { errors } = await form({ subject: '', days: '' }, undefined, HOW);
  expect(errors['subject']?.message).toBe('Subject can’t be empty.');
  expect(errors['days']?.message).toBe('Enter 1 to 365 days.');
});

test('valid values become the body to send', async () => {
  expect(await tagForm({ name: ' late ' }, undefined, HOW)).toEqual({ values: { name: 'late' }, errors: {} });
});

test('the first wrong item of a list is reported at its field', async () => {
  const form = contractResolver({
    schema: createTicket.body,
    names: { required_skills: 'Required skills' },
    bodyOf: (values: { required_skills: string[] }) => ({ subject: 'Brakes', ...values }),
  });
  const { errors } = await form({ required_skills: ['wheels', 'x'.repeat(61), ' '] }, undefined, HOW);
  expect(errors['required_skills']?.message).toBe('Write at most 60 characters.');
});
