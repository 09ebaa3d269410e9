import { toNestErrors } from '@hookform/resolvers';
import type { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { FieldError, FieldValues, Resolver } from 'react-hook-form';

interface ContractForm<Values extends FieldValues, Input extends FieldValues, Output> {
  /** A row's `body`. */
  readonly schema: Parameters<typeof standardSchemaResolver<Input, unknown, Output>>[0];
  /** How the page calls each field; a message begins with it: "Subject must be text of 1 to 300 characters." */
  readonly names: Readonly<Partial<Record<keyof Values & string, string>>>;
  /** The body, which the contract judges. */
  readonly bodyOf: (values: Values) => Input;
  /** Messages by field that only the page can know, such as a name that is taken; said where the contract has none for it. */
  readonly also?: (values: Values) => Readonly<Partial<Record<keyof Values & string, string | undefined>>>;
}

/** The resolver of every form: the contract judges what would be sent, says what is wrong, and gives what is sent. */
export function contractResolver<Values extends FieldValues, Input extends FieldValues, Output>({
  schema,
  names,
  bodyOf,
  also,
}: ContractForm<Values, Input, Output>): Resolver<Values, unknown, Output> {
  const labels: Readonly<Record<string, string | undefined>> = names;
  return async (values, _, options) => {
    const judged = await schema['~standard'].validate(bodyOf(values));
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of judged.issues ?? []) {
      const [part] = path ?? [];
      const name = String(typeof part === 'object' ? part.key : part);
      errors[name] ??= { type: 'contract', message: `${labels[name] ?? name} ${message}.` };
    }
    const own: Readonly<Record<string, string | undefined>> = also?.(values) ?? {};
    for (const [name, message] of Object.entries(own)) {
      if (message !== undefined) errors[name] ??= { type: 'page', message };
    }
    if (judged.issues === undefined && Object.keys(errors).length === 0) return { values: judged.value, errors: {} };
    return { values: {}, errors: toNestErrors<Values>(errors, options) };
  };
}
