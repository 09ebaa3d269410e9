import type { JsonSchema } from './json-schema.ts';

export interface ListedField {
  /** With the way to it: `items[].actor.kind`. */
  readonly path: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The fields of an object down to the last one, in their order. */
export function* listFields(schema: JsonSchema, at = ''): Generator<ListedField> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const path = at === '' ? name : `${at}.${name}`;
    yield { path, schema: field, required: schema.required?.includes(name) === true };
    yield* listFields(field, path);
    for (const option of field.anyOf ?? []) yield* listFields(option, path);
    if (field.items !== undefined) yield* listFields(field.items, `${path}[]`);
  }
}
