import { toNestErrors } from '@hookform/resolvers';
import type { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldError, FieldValues, Resolver } from 'react-hook-form';
import { formatCount } from '#src/format/number.ts';
import { defineMessages } from '#src/i18n/messages.ts';

const messages = defineMessages({
  empty: (label: string) => `${label} can’t be empty.`,
  longest: (max: string) => `Write at most ${max} characters.`,
  email: 'Enter an email address.',
  whole: 'Enter a whole number.',
  range: (min: string, max: string) => `Enter a whole number from ${min} to ${max}.`,
  date: 'Choose a date.',
  other: (label: string, must: string) => `${label} ${must}.`,
});

interface ContractForm<Values extends FieldValues, Input extends FieldValues, Output> {
  /** A row's `body`. */
  readonly schema: Parameters<typeof standardSchemaResolver<Input, unknown, Output>>[0];
  /** The label of each field, for messages such as "Subject can’t be empty." */
  readonly names: Readonly<Partial<Record<keyof Values & string, string>>>;
  /** The body to send, which the contract validates. */
  readonly bodyOf: (values: Values) => Input;
  /** Messages only the page can know, such as a name that is taken. The contract's message for the same field comes first. */
  readonly also?: (values: Values) => Readonly<Partial<Record<keyof Values & string, string | undefined>>>;
}

/** The resolver of every form: the contract validates the body, and its messages become sentences for people. */
export function contractResolver<Values extends FieldValues, Input extends FieldValues, Output>({
  schema,
  names,
  bodyOf,
  also,
}: ContractForm<Values, Input, Output>): Resolver<Values, unknown, Output> {
  const labels: Readonly<Record<string, string | undefined>> = names;
  return async (values, _, options) => {
    const body = bodyOf(values);
    const judged = await schema['~standard'].validate(body);
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of judged.issues ?? []) {
      const [name = '', ...rest] = (path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
      const value = [name, ...rest].reduce<unknown>((at, key) => Reflect.get(Object(at), key), body);
      errors[name] ??= { type: 'contract', message: sentenceOf(labels[name] ?? name, message, value) };
    }
    const own: Readonly<Record<string, string | undefined>> = also?.(values) ?? {};
    for (const [name, message] of Object.entries(own)) {
      if (message !== undefined) errors[name] ??= { type: 'page', message };
    }
    if (judged.issues === undefined && Object.keys(errors).length === 0) return { values: judged.value, errors: {} };
    return { values: {}, errors: toNestErrors<Values>(errors, options) };
  };
}

/** The contract's message, such as "must be text of 1 to 300 characters", as a sentence for people. */
function sentenceOf(label: string, message: string, value: unknown): string {
  const [, longest] = /^must be text of (?:1 to|at most) (\d+) characters$/.exec(message) ?? [];
  if (longest !== undefined) {
    const isEmpty = value === undefined || (typeof value === 'string' && value.trim() === '');
    return isEmpty ? messages.empty(label) : messages.longest(formatCount(Number(longest)));
  }
  if (message === 'must be an email address') return messages.email;
  if (message.startsWith('must be a date, ')) return messages.date;
  const [, min = '', max = ''] = /^must be an integer from (\d+) to (\d{1,12})$/.exec(message) ?? [];
  if (max !== '') return messages.range(formatCount(Number(min)), formatCount(Number(max)));
  return message.startsWith('must be an integer') ? messages.whole : messages.other(label, message);
}
