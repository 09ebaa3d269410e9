import type { Operation } from '#contract/operation.ts';
import type { JsonSchema } from './json-schema.ts';

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

/** Example values by the name of the field. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  batch_id: '0d9a6f0e-5c39-4f0c-8a3e-1d2f6b7a9c11',
  file_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  subject: 'Bell is missing',
  label: 'Website',
  name: 'Returns',
  body: 'A new one is on its way.',
  scopes: ['read'],
  channel: 'sms',
  external_user_id: '+34600100200',
  phone: '+34600100200',
  transcript: 'Visitor: Where is my order?',
  url: 'https://example.org/hook',
  event: 'cart.opened',
  events: ['ticket.created'],
  visitor_key: 'visitor-1',
  key: 'visitor-1',
  sessionId: 'session-1',
  session_id: 'session-1',
  values: { density: 'compact' },
  query: { status: 'open' },
  ids: [1],
  items: [{ kind: 'csat', ticket_id: 1, score: 5 }],
  identities: [1, 2],
  survivor_id: 1,
  merged_id: 2,
  week: [{ day_of_week: 1, open_minute: 540, close_minute: 1020 }],
};

/** A realistic value that the schema accepts. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  // A field of that name may be an object with fields of its own.
  if (name in BY_NAME && schema.properties === undefined && isOfType(BY_NAME[name], schema)) return BY_NAME[name];
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
      return schema.items === undefined ? [] : [exampleOf(schema.items)];
    case 'object':
      return exampleObject(schema);
    default:
      return exampleText(schema);
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
  return pattern === undefined ? 'text' : '1';
}

/** Some names are used for values of several types. */
function isOfType(value: unknown, { type, items }: JsonSchema): boolean {
  if (Array.isArray(value)) return type === 'array' && isOfType(value[0], items ?? {});
  if (type === undefined) return true;
  return [type].flat().includes(typeof value === 'number' ? 'integer' : typeof value);
}
