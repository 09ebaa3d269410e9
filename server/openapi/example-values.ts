import type { Operation } from '#contract/operation.ts';
import type { JsonSchema } from './json-schema.ts';
import { EXAMPLES } from './properties/examples.ts';

/** Where one of several fields has to be present, none of them is required by itself. */
const CHOSEN: Readonly<Record<string, readonly string[]>> = {
  getCustomer: ['email'],
  createCustomer: ['email'],
  bindChannel: ['email'],
  listBindRows: ['id'],
  undoBindJob: ['id'],
  bulkUpdateTickets: ['ids'],
  revokePortalTokens: ['requester_email'],
  sendWebhookDeliveries: ['subscription_id'],
};

/** Fields that an example call needs although none of them is required by itself. */
export function chosenFields({ name }: Pick<Operation, 'name'>): readonly string[] {
  return CHOSEN[name] ?? [];
}

/** A body that the operation accepts, except for ids that only the service knows. */
export function exampleBody(row: Operation, body: JsonSchema): unknown {
  return exampleOf({ ...body, required: [...(body.required ?? []), ...chosenFields(row)] });
}

/** A realistic value that the schema accepts. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  // A field of that name may be a record, a list of them, or a date.
  const isRecord = [schema, schema.items, ...(schema.anyOf ?? [])].some((part) => part?.properties !== undefined);
  const isFree = !isRecord && schema.format?.startsWith('date') !== true;
  if (name in EXAMPLES && isFree && isOfType(EXAMPLES[name], schema)) return EXAMPLES[name];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return exampleOf(first, name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => exampleOf(schema.items ?? {}));
    case 'object':
      return exampleObject(schema);
    case 'string':
      return exampleText(schema);
    default:
      return {};
  }
}

function exampleObject({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> {
  // The required fields; if they only identify the record, one field to change as well.
  const names = Object.keys(properties);
  const isGiven = new Set(required);
  const more = required.every((name) => name === 'id') ? names.filter((name) => !isGiven.has(name)) : [];
  const wanted = required.length === 0 ? more.slice(0, 2) : [...required, ...more.slice(0, 1)];
  return Object.fromEntries(wanted.map((name) => [name, exampleOf(properties[name] ?? {}, name)]));
}

function exampleText({ format, pattern }: JsonSchema): string {
  if (format === 'email') return 'ana@example.org';
  if (format === 'date-time') return '2026-11-20T14:32:00Z';
  if (format === 'date') return '2026-11-20';
  return pattern === undefined || pattern === String.raw`\S` ? 'text' : '1';
}

/** Some names are used for values of several types. */
function isOfType(value: unknown, { type, items }: JsonSchema): boolean {
  if (Array.isArray(value)) return [type].flat().includes('array') && isOfType(value[0], items ?? {});
  if (type === undefined) return true;
  const types = [type].flat();
  if (typeof value === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  return types.includes(typeof value);
}
