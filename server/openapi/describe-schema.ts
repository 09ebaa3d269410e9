import * as z from 'zod/mini';
import { fieldMeta } from '#contract/operation.ts';
import { messagesOf, rulesOf } from './field-rules.ts';
import type { JsonSchema } from './json-schema.ts';

/** Request or reply: fields that the service always sends are required in a reply. */
export type Side = 'request' | 'reply';

/** A schema of the contract as JSON Schema: what stands on the wire, before it is read and after it is written. */
export function describeSchema(schema: z.core.$ZodType, side: Side): JsonSchema {
  if (schema instanceof z.ZodMiniOptional) return describeSchema(schema._zod.def.innerType, side);
  if (schema instanceof z.ZodMiniDefault) {
    const { innerType, defaultValue } = schema._zod.def;
    return { ...describeSchema(innerType, side), default: defaultValue };
  }
  if (schema instanceof z.ZodMiniNullable) return orNull(describeSchema(schema._zod.def.innerType, side));
  if (schema instanceof z.ZodMiniPipe) {
    const { in: taken, out } = schema._zod.def;
    // A text that is split into a list: the list says more.
    return describeSchema(out instanceof z.ZodMiniArray ? out : taken, side);
  }
  return withRules(schema, describePlain(schema, side));
}

/** Fields that can be left out: of a request, those with a default too; of a reply, those that are not promised. */
export function isRequired(field: z.core.$ZodType, side: Side): boolean {
  if (side === 'request') return !(field instanceof z.ZodMiniOptional || field instanceof z.ZodMiniDefault);
  return !(field instanceof z.ZodMiniOptional) || fieldMeta.has(field);
}

function describePlain(schema: z.core.$ZodType, side: Side): JsonSchema {
  if (schema instanceof z.ZodMiniObject) return describeObject(schema, side);
  if (schema instanceof z.ZodMiniArray) {
    return { type: 'array', items: describeSchema(schema._zod.def.element, side), ...itemCounts(schema) };
  }
  if (schema instanceof z.ZodMiniTuple) {
    // Each place holds the same here, such as a pair of ids.
    const [first] = schema._zod.def.items;
    const count = schema._zod.def.items.length;
    const items = first === undefined ? {} : { items: describeSchema(first, side) };
    return { type: 'array', ...items, minItems: count, maxItems: count };
  }
  if (schema instanceof z.ZodMiniRecord) {
    return { type: 'object', additionalProperties: describeSchema(schema._zod.def.valueType, side) };
  }
  if (schema instanceof z.ZodMiniUnion) return describeUnion(schema._zod.def.options, side);
  if (schema instanceof z.ZodMiniEnum) return { type: 'string', enum: Object.values(schema._zod.def.entries) };
  if (schema instanceof z.ZodMiniLiteral) {
    const values: unknown[] = [...schema._zod.def.values];
    return { type: values.every((value) => typeof value === 'string') ? 'string' : typeOf(values[0]), enum: values };
  }
  if (schema instanceof z.ZodMiniString) return { type: 'string', ...stringFormat(schema) };
  if (schema instanceof z.ZodMiniNumber) return { type: 'number', ...numberBounds(schema) };
  if (schema instanceof z.ZodMiniBigInt) return { type: 'integer', format: 'int64' };
  if (schema instanceof z.ZodMiniBoolean) return { type: 'boolean' };
  if (schema instanceof z.ZodMiniNull) return { type: 'null' };
  return {};
}

function withRules(schema: z.core.$ZodType, plain: JsonSchema): JsonSchema {
  const { rules, rest } = rulesOf(messagesOf(schema));
  const description = rest.join('; ');
  return { ...plain, ...rules, ...(description === '' ? {} : { description }) };
}

function describeObject(schema: z.ZodMiniObject, side: Side): JsonSchema {
  const { shape, catchall } = schema._zod.def;
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(shape)) {
    properties[name] = describeField(field, side);
    if (isRequired(field, side)) required.push(name);
  }
  const isClosed = side === 'request' && catchall instanceof z.ZodMiniNever;
  return {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : { required }),
    ...(isClosed ? { additionalProperties: false } : {}),
  };
}

/** With the extension that it belongs to, or that widens it. */
export function describeField(field: z.core.$ZodType, side: Side): JsonSchema {
  const meta = field instanceof z.ZodMiniOptional ? fieldMeta.get(field) : undefined;
  const described = describeSchema(field, side);
  if (meta?.extension === undefined) return described;
  if (meta.documented === undefined) return { ...described, 'x-extension': meta.extension };
  return { ...described, description: `Without the extension ${meta.extension}, a single value only` };
}

function describeUnion(options: readonly z.core.$ZodType[], side: Side): JsonSchema {
  // Ids beyond 2^53 parse as a number or a bigint and are one number on the wire: an integer where it is checked to be.
  if (options.some((option) => option instanceof z.ZodMiniBigInt)) {
    const number = options.find((option) => option instanceof z.ZodMiniNumber);
    if (number === undefined || isRefined(number)) return { type: 'integer', format: 'int64' };
    return { type: 'number', ...numberBounds(number) };
  }
  return { anyOf: options.map((option) => describeSchema(option, side)) };
}

function isRefined(schema: z.ZodMiniNumber): boolean {
  return schema._zod.def.checks?.some((check) => check._zod.def.check === 'custom') === true;
}

function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === 'string') {
    const values = schema.enum === undefined ? {} : { enum: [...schema.enum, null] };
    return { ...schema, type: [schema.type, 'null'], ...values };
  }
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}

function itemCounts(schema: z.ZodMiniArray): JsonSchema {
  const counts: JsonSchema = {};
  for (const check of schema._zod.def.checks ?? []) {
    const { def } = check._zod;
    if ('maximum' in def && typeof def.maximum === 'number') counts.maxItems = def.maximum;
    if ('minimum' in def && typeof def.minimum === 'number') counts.minItems = def.minimum;
  }
  return counts;
}

function numberBounds(schema: z.ZodMiniNumber): JsonSchema {
  const bounds: JsonSchema = {};
  for (const check of schema._zod.def.checks ?? []) {
    const { def } = check._zod;
    if (!('value' in def) || typeof def.value !== 'number') continue;
    if (def.check === 'greater_than') bounds.minimum = def.value;
    if (def.check === 'less_than') bounds.maximum = def.value;
  }
  return bounds;
}

function stringFormat(schema: z.ZodMiniString): JsonSchema {
  const { def } = schema._zod;
  const format = 'format' in def ? def.format : undefined;
  if (format === 'datetime') return { format: 'date-time' };
  return format === 'date' ? { format: 'date' } : {};
}

function typeOf(value: unknown): string {
  return typeof value === 'boolean' ? 'boolean' : typeof value === 'number' ? 'integer' : 'string';
}
