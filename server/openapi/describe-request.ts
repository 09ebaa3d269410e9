import { INGEST_ITEMS, INGEST_KINDS, type IngestKind } from '#contract/ingest.ts';
import type { Operation } from '#contract/operation.ts';
import { describeSchema, isRequired } from './describe-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { itemModel, referenceTo } from './model-names.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
  /** A list is comma-separated. */
  readonly style?: 'form';
  readonly explode?: false;
  readonly description?: string;
}

/** All parameters except `resource`, which is part of the path. */
export function parametersOf(row: Operation): Parameter[] {
  const choice = row.when?.in === 'query' ? [parameterOf(row.when)] : [];
  const own = Object.entries(row.query.shape).map(([name, field]): Parameter => {
    const { description, ...schema } = describeSchema(field, 'request');
    return {
      name,
      in: 'query',
      required: isRequired(field, 'request'),
      schema,
      ...(schema.type === 'array' ? { style: 'form' as const, explode: false as const } : {}),
      ...(description === undefined ? {} : { description }),
    };
  });
  const parameters = [...choice, ...own];
  if (row.keyed) {
    const description = 'A call with the same key and body within 24 hours gets the first answer again.';
    const schema = { type: 'string', minLength: 1, maxLength: 100 };
    parameters.push({ name: 'Idempotency-Key', in: 'header', required: false, schema, description });
  }
  return parameters;
}

/** The parameter that selects this row of its method. */
function parameterOf({ name, value }: NonNullable<Operation['when']>): Parameter {
  return { name, in: 'query', required: true, schema: { type: 'string', enum: [value] } };
}

/** The body, with the field that selects this row of its method; null if there is no body. */
export function bodyOf(row: Operation): JsonSchema | null {
  if (row.body === null) return null;
  const body = describeSchema(row.body, 'request');
  if (row.name === 'ingest') {
    // The contract checks each item by itself, so that the schema of the body says nothing of them.
    const mapping = Object.fromEntries(INGEST_KINDS.map((kind) => [kind, referenceTo(itemModel(kind))]));
    const items = { oneOf: INGEST_KINDS.map(ingestItem), discriminator: { propertyName: 'kind', mapping } };
    return { ...body, properties: { items: { ...body.properties?.['items'], items } } };
  }
  if (row.when?.in !== 'body') return body;
  const { name, value } = row.when;
  const choice: JsonSchema = { type: 'string', enum: [value] };
  return { ...body, required: [name, ...(body.required ?? [])], properties: { [name]: choice, ...body.properties } };
}

/** An item of `ingest` as it is sent: the fields of its kind, and `kind`. */
export function ingestItem(kind: IngestKind): JsonSchema {
  const item = describeSchema(INGEST_ITEMS[kind], 'request');
  const choice: JsonSchema = { type: 'string', enum: [kind] };
  return { ...item, required: ['kind', ...(item.required ?? [])], properties: { kind: choice, ...item.properties } };
}
