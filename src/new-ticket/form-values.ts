import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { Body } from '#contract/operation.ts';
import { codePoints, isStorable } from '#contract/scalars.ts';
import { createTicket } from '#contract/ticket-writes.ts';
import { formatCount } from '#src/format/number.ts';
import { messages } from './messages.ts';

export type NewTicket = Body<typeof createTicket>;

/** The fields of the API's create request, as texts. */
export interface FormValues {
  subject: string;
  channel: string;
  priority: NonNullable<NewTicket['priority']>;
  requester_name: string;
  requester_email: string;
  requester_phone: string;
  initial_comment: string;
  required_skills: string[];
}
export type FieldName = keyof FormValues;

/** In the order of the form. */
export const FIELD_NAMES = [
  'subject',
  'channel',
  'priority',
  'requester_email',
  'requester_name',
  'requester_phone',
  'initial_comment',
  'required_skills',
] as const satisfies readonly FieldName[];

export const EMPTY: FormValues = {
  subject: '',
  channel: 'web',
  priority: 'normal',
  requester_name: '',
  requester_email: '',
  requester_phone: '',
  initial_comment: '',
  required_skills: [],
};

export const MOST: Readonly<Partial<Record<FieldName, number>>> = {
  subject: 300,
  requester_name: 200,
  requester_email: 254,
  requester_phone: 40,
  initial_comment: 20_000,
};

/** What is sent: blanks at the ends of one-line fields are nobody's, and an empty field is left out. */
export function toBody(values: FormValues): NewTicket {
  const name = values.requester_name.trim();
  const email = values.requester_email.trim();
  const phone = values.requester_phone.trim();
  return {
    subject: values.subject.trim(),
    channel: values.channel,
    priority: values.priority,
    ...(name === '' ? {} : { requester_name: name }),
    ...(email === '' ? {} : { requester_email: email }),
    ...(phone === '' ? {} : { requester_phone: phone }),
    ...(values.initial_comment.trim() === '' ? {} : { initial_comment: values.initial_comment }),
    ...(values.required_skills.length === 0 ? {} : { required_skills: values.required_skills }),
  };
}

const judge = standardSchemaResolver<NewTicket, unknown, NewTicket>(createTicket.body);

/** The contract judges what would be sent; the words are ours. */
export const resolver: Resolver<FormValues, unknown, NewTicket> = async (values, context, options) => {
  const body = toBody(values);
  const { shouldUseNativeValidation } = options;
  const { errors } = await judge(body, context, { fields: {}, shouldUseNativeValidation });
  const wrong = FIELD_NAMES.filter((name) => errors[name] !== undefined);
  if (wrong.length === 0) return { values: body, errors: {} };
  const told: FieldErrors<FormValues> = {};
  for (const name of wrong) told[name] = { type: 'contract', message: wordsOf(name, values) };
  return { values: {}, errors: told };
};

function wordsOf(name: FieldName, values: FormValues): string {
  const texts = messages.errors;
  const value = values[name];
  if (typeof value !== 'string') return texts.skills;
  if (!isStorable(value)) return texts.characters;
  const most = MOST[name];
  if (most !== undefined && codePoints(value.trim()) > most) return texts.tooLong(formatCount(most));
  if (name === 'subject') return texts.subjectMissing;
  return name === 'requester_email' ? texts.email : texts.other;
}
