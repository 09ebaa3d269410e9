import type { Body } from '#contract/operation.ts';
import { createTicket } from '#contract/ticket-writes.ts';
import { contractResolver } from '#src/api/contract-resolver.ts';
import { messages } from './messages.ts';

/** The requester, if the page that opens the form knows it. */
export interface NewTicketFor {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
}

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

/** The initial values, with the known details of the requester. */
export function emptyFor({ name, email, phone }: NewTicketFor): FormValues {
  return {
    subject: '',
    channel: 'web',
    priority: 'normal',
    requester_name: name ?? '',
    requester_email: email ?? '',
    requester_phone: phone ?? '',
    initial_comment: '',
    required_skills: [],
  };
}

/** The request body, without empty fields; one-line fields are trimmed. */
function toBody(values: FormValues): NewTicket {
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

export const resolver = contractResolver<FormValues, NewTicket, NewTicket>({
  schema: createTicket.body,
  names: messages.fields,
  bodyOf: toBody,
});
