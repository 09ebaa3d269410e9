import { expect, test } from 'vitest';
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

test('what is wrong is said in the words of the contract, with the name that the page has for the field', async () => {
  expect(await nameOf('a,b')).toBe('Name must not contain a comma.');
  expect(await nameOf('   ')).toBe('Name must be text of 1 to 60 characters.');
  expect(await nameOf('🚲'.repeat(61))).toBe('Name must be text of 1 to 60 characters.');
  expect(await nameOf('🚲'.repeat(60))).toBeUndefined();
});

test('what the page alone knows is said where the contract has nothing to say', async () => {
  expect(await nameOf(' REFUND ')).toBe('Refund exists already.');
});

test('what only the page knows of one field is said beside what the contract says of another', async () => {
  const form = contractResolver({
    schema: createTicket.body,
    names: { subject: 'Subject' },
    bodyOf: ({ subject }: { subject: string; days: string }) => ({ subject }),
    also: ({ days }) => ({ days: days === '' ? 'Enter 1 to 365 days.' : undefined }),
  });
  const { errors } = await form({ subject: '', days: '' }, undefined, HOW);
  expect(errors['subject']?.message).toMatch(/^Subject must be/);
  expect(errors['days']?.message).toBe('Enter 1 to 365 days.');
});

test('what is right comes as the body that is sent', async () => {
  expect(await tagForm({ name: ' late ' }, undefined, HOW)).toEqual({ values: { name: 'late' }, errors: {} });
});

test('of several wrong items of one field the first is said, at the field', async () => {
  const form = contractResolver({
    schema: createTicket.body,
    names: { required_skills: 'Required skills' },
    bodyOf: (values: { required_skills: string[] }) => ({ subject: 'Brakes', ...values }),
  });
  const { errors } = await form({ required_skills: ['wheels', 'x'.repeat(61), ' '] }, undefined, HOW);
  expect(errors['required_skills']?.message).toBe('Required skills must be text of 1 to 60 characters.');
});
