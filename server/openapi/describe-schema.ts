import * as z from 'zod/mini';
import { fieldMeta } from '#contract/operation.ts';
import { keywords } from '#contract/scalars.ts';
import type { JsonSchema } from './json-schema.ts';

/** In a reply, fields that the service always sends are required. */
export type Side = 'request' | 'reply';

/** A schema of the contract as JSON Schema: the value on the wire, before parsing or after serialization. */
export function describeSchema(schema: z.core.$ZodType, side: Side): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    metadata: keywords,
    unrepresentable: ({ zodSchema }) => (zodSchema instanceof z.ZodMiniBigInt ? describeBigInt(zodSchema) : 'throw'),
    override: ({ zodSchema, jsonSchema }) => adjust(zodSchema, jsonSchema, side),
  });
  return JSON.parse(JSON.stringify(described));
}

/** Whether a field is required: in a request, if it has no default either; in a reply, if it is guaranteed. */
export function isRequired(field: z.core.$ZodType, side: Side): boolean {
  if (side === 'request') return !(field instanceof z.ZodMiniOptional || field instanceof z.ZodMiniDefault);
  return !(field instanceof z.ZodMiniOptional) || fieldMeta.has(field);
}

type Made = z.core.JSONSchema.BaseSchema;

/** Changes what zod made of a schema, whose parts may not be finished yet: what depends on a part describes it again. */
function adjust(schema: z.core.$ZodType, made: Made, side: Side): void {
  if (schema instanceof z.ZodMiniOptional) Object.assign(made, extensionOf(schema));
  // zod leaves the default out where a text is read as something else.
  if (schema instanceof z.ZodMiniDefault) made.default = schema._zod.def.defaultValue;
  if (schema instanceof z.ZodMiniNullable) replace(made, orNull(describeSchema(schema._zod.def.innerType, side)));
  if (schema instanceof z.ZodMiniUnion) replace(made, describeUnion(schema._zod.def.options, side));
  if (schema instanceof z.ZodMiniPipe) {
    // A parameter is the number or list that its text is read as.
    const { in: taken, out } = schema._zod.def;
    replace(made, describeSchema(out instanceof z.ZodMiniTransform ? taken : out, side));
  }
  if (schema instanceof z.ZodMiniObject && side === 'reply') {
    const fields = Object.entries(schema._zod.def.shape);
    made.required = fields.filter(([, field]) => isRequired(field, side)).map(([name]) => name);
    if (made.required.length === 0) delete made.required;
  }
  simplify(made);
}

function replace(made: Made, wanted: JsonSchema): void {
  for (const keyword of Object.keys(made)) delete made[keyword];
  Object.assign(made, wanted);
}

/** Keywords that more tools understand, and none that says what goes without saying. */
function simplify(made: Made): void {
  if (made.const !== undefined) {
    made.enum = [made.const];
    delete made.const;
  }
  if (made.enum?.every(Number.isInteger) === true) made.type = 'integer';
  // Any integer below 2^53 will do.
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
  // The pattern of a date only repeats its format.
  if (made.format !== undefined) delete made.pattern;
  // All items of a tuple, such as a pair of ids, have the same schema here.
  if (made.prefixItems?.[0] !== undefined) {
    made.items = made.prefixItems[0];
    delete made.prefixItems;
  }
  if (JSON.stringify(made.propertyNames) === '{"type":"string"}') delete made.propertyNames;
}

/** With the least value alone: the highest is that of the format. */
function describeBigInt(schema: z.ZodMiniBigInt): Made {
  const least = schema._zod.def.checks?.find((check) => check instanceof z.core.$ZodCheckGreaterThan);
  return {
    type: 'integer',
    format: 'int64',
    ...(least === undefined ? {} : { minimum: Number(least._zod.def.value) }),
  };
}

/** A number beyond 2^53 is read as a bigint, but is one kind of number on the wire. */
function describeUnion(options: readonly z.core.$ZodType[], side: Side): JsonSchema {
  const isLong = options.some((option) => option instanceof z.ZodMiniBigInt);
  const [only = {}, ...more] = options
    .filter((option) => !(option instanceof z.ZodMiniBigInt))
    .map((option) => describeSchema(option, side))
    .map((option): JsonSchema => (isLong && option.type === 'integer' ? { ...option, format: 'int64' } : option));
  return more.length === 0 ? only : { anyOf: [only, ...more] };
}

function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === 'string' && schema.properties === undefined) {
    const values = schema.enum === undefined ? {} : { enum: [...schema.enum, null] };
    return { ...schema, type: [schema.type, 'null'], ...values };
  }
  if (schema.anyOf !== undefined) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}

/** Adds the extension that a field belongs to, or that widens it. */
function extensionOf(field: z.ZodMiniOptional): JsonSchema {
  const meta = fieldMeta.get(field);
  if (meta?.extension === undefined) return {};
  if (meta.documented === undefined) return { 'x-extension': meta.extension };
  return { description: `Without the extension ${meta.extension}, a single value only` };
}
