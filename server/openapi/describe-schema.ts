import * as z from 'zod/mini';
import { fieldMeta } from '#contract/operation.ts';
import type { JsonSchema } from './json-schema.ts';

/** In a reply, fields that the service always sends are required. */
export type Side = 'request' | 'reply';

/** A schema of the contract as JSON Schema: the value on the wire, before parsing or after serialization. */
export function describeSchema(schema: z.core.$ZodType, side: Side): JsonSchema {
  if (schema instanceof z.ZodMiniOptional) return describeSchema(schema._zod.def.innerType, side);
  if (schema instanceof z.ZodMiniDefault) {
    const { innerType, defaultValue } = schema._zod.def;
    return { ...describeSchema(innerType, side), default: defaultValue };
  }
  if (schema instanceof z.ZodMiniNullable) return orNull(describeSchema(schema._zod.def.innerType, side));
  if (schema instanceof z.ZodMiniPipe) {
    const { in: taken, out } = schema._zod.def;
    // A text that is split into a list: the list's schema says more.
    return describeSchema(out instanceof z.ZodMiniArray ? out : taken, side);
  }
  return withRules(schema, describePlain(schema, side));
}

/** Whether a field is required: in a request, if it has no default either; in a reply, if it is guaranteed. */
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
    // All items of a tuple, such as a pair of ids, have the same schema here.
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

/** Adds the extension that the field belongs to, or that widens it. */
export function describeField(field: z.core.$ZodType, side: Side): JsonSchema {
  const meta = field instanceof z.ZodMiniOptional ? fieldMeta.get(field) : undefined;
  const described = describeSchema(field, side);
  if (meta?.extension === undefined) return described;
  if (meta.documented === undefined) return { ...described, 'x-extension': meta.extension };
  return { ...described, description: `Without the extension ${meta.extension}, a single value only` };
}

function describeUnion(options: readonly z.core.$ZodType[], side: Side): JsonSchema {
  // Ids beyond 2^53 parse as a number or a bigint but are one number on the wire: an integer, if the schema checks
  // that.
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
  if (typeof schema.type === 'string' && schema.properties === undefined) {
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

/**
 * The error messages of a schema. Its limits are inside functions and cannot be read, so they are parsed from these
 * messages; a test compares them with the values that the schema accepts.
 */
export function messagesOf(schema: z.core.$ZodType): string[] {
  const { error, checks } = schema._zod.def;
  const messages = [messageOf(error), ...(checks ?? []).map((check) => messageOf(check._zod.def.error))];
  return [...new Set(messages.filter((text) => text !== ''))];
}

/** Messages of the contract are constant, whatever the issue. */
function messageOf(error: unknown): string {
  if (typeof error !== 'function') return '';
  const made: unknown = Reflect.apply(error, undefined, [{}]);
  return typeof made === 'string' ? made : '';
}

const LONGEST_ID = '9223372036854775807';

/** The limits that messages state, as JSON Schema; `rest` has the messages that state none. */
export function rulesOf(messages: readonly string[]): { readonly rules: JsonSchema; readonly rest: readonly string[] } {
  const rules: JsonSchema = {};
  const rest: string[] = [];
  for (const message of messages) {
    const found = readMessage(message.replace(/, or null$/, ''));
    if (found === null) rest.push(message);
    else Object.assign(rules, found);
  }
  return { rules, rest };
}

function readMessage(message: string): JsonSchema | null {
  const range = /^must be an integer from (-?\d+) to (\d+)$/.exec(message);
  if (range?.[2] === LONGEST_ID) return { type: 'integer', format: 'int64', minimum: Number(range[1]) };
  if (range !== null) return { type: 'integer', minimum: Number(range[1]), maximum: Number(range[2]) };
  const least = /^must be an integer of at least (-?\d+)$/.exec(message);
  if (least !== null) return { type: 'integer', minimum: Number(least[1]) };
  const number = /^must be a number of at least (-?\d+)$/.exec(message);
  if (number !== null) return { type: 'number', minimum: Number(number[1]) };
  if (message === 'must be an integer') return { type: 'integer' };
  const length = /^must be text of (\d+) to (\d+) characters$/.exec(message);
  if (length !== null) return { minLength: Number(length[1]), maxLength: Number(length[2]) };
  const most = /^must be text of at most (\d+) characters$/.exec(message);
  if (most !== null) return { maxLength: Number(most[1]) };
  if (message === 'must be an email address') return { format: 'email' };
  if (message.startsWith('must be an ISO 8601 date-time')) return { format: 'date-time' };
  if (message.startsWith('must be a date,')) return { format: 'date' };
  if (message.startsWith('must be an agent id: ')) return { pattern: '^[1-9][0-9]{0,18}$' };
  // The type or the list of values says this already.
  if (/^must be (?:one of |true or false$|\S+$|a comma-separated list of )/.test(message)) return {};
  if (message === 'must not contain NUL or unpaired surrogates') return {};
  return null;
}
