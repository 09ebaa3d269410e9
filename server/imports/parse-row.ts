import * as z from 'zod/mini';
import { FieldErrors } from '#server/operation/field-errors.ts';
import type { RowFault } from './row-store.ts';

/** The fields of a row, or what is wrong with it, in the words of the API. */
export function parseRow<Schema extends z.ZodMiniType>(
  schema: Schema,
  row: object,
): { readonly data: z.output<Schema> } | { readonly fault: RowFault } {
  const parsed = z.safeParse(schema, row);
  if (parsed.success) return { data: parsed.data };
  const errors = new FieldErrors();
  errors.addIssues(parsed.error.issues, '', row);
  const { code, message } = errors.toError();
  return { fault: { code, message } };
}
