import type { Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { describeSchema } from '#server/openapi/describe-schema.ts';
import type { JsonSchema } from '#server/openapi/json-schema.ts';

/** Records that several operations answer, by the list that has them; written out once. */
const RECORDS = Object.entries({
  Ticket: OPERATIONS.listTickets,
  Identity: OPERATIONS.listCustomerIdentities,
  Session: OPERATIONS.listAiSessions,
  Handoff: OPERATIONS.listHandoffs,
  Subscription: OPERATIONS.listWebhookSubscriptions,
  Token: OPERATIONS.listApiTokens,
  Tag: OPERATIONS.listTags,
  View: OPERATIONS.listSavedViews,
}).map(([name, row]) => ({
  name,
  fields: describeSchema(row.reply, 'reply').properties?.['items']?.items?.properties ?? {},
}));

/** The fields of every answer, as the contract has them. */
export function writeAnswers(): string {
  const rows = Object.values<Operation>(OPERATIONS).toSorted((a, b) => a.resource.localeCompare(b.resource));
  return [
    '## Answers',
    '',
    'The fields of `data`; for GET `tickets`, `customer_identities` and `ai_insights` those of the answer itself. A field with',
    '`|null` may be null, one with `?` may be left out. `...Ticket` stands for all fields of that record. Fields that belong to',
    'an extension are absent with `EXTENSIONS=0`.',
    '',
    '| record or operation | fields |',
    '|---|---|',
    ...RECORDS.map(({ name, fields }) => line(name, writeFields(fields, []))),
    ...rows.map((row) => line(callOf(row), writeShape(describeSchema(row.reply, 'reply')))),
    '',
  ].join('\n');
}

/** Method and resource, with what tells the row from others of them. */
export function callOf({ method, resource, when }: Operation): string {
  const choice = when === undefined ? '' : ` with \`${when.name}=${when.value}\``;
  return `${method} \`${resource}\`${choice}`;
}

function line(name: string, shape: string): string {
  return `| ${name} | \`${shape.replaceAll('|', String.raw`\|`)}\` |`;
}

function writeShape(schema: JsonSchema): string {
  const { anyOf, items, properties, required, type } = schema;
  if (anyOf !== undefined) return writeChoice(anyOf);
  if (items !== undefined) return `[${writeShape(items)}]${orNull(type)}`;
  if (properties === undefined) return orNull(type);
  const record = RECORDS.find(({ fields }) => Object.keys(fields).every((name) => name in properties));
  const own = Object.entries(properties).filter(([name]) => record === undefined || !(name in record.fields));
  const spread = record === undefined ? [] : [`...${record.name}`];
  return writeFields(Object.fromEntries(own), spread, required);
}

/** A choice between values is a plain field; one between records shows them all. */
function writeChoice(options: readonly JsonSchema[]): string {
  const shapes = options.map(writeShape).filter((shape) => !/^(?:$|\|)/.test(shape));
  const isNullable = options.some(({ type }) => type === 'null' || orNull(type) !== '');
  return `${shapes.join(' or ')}${isNullable ? '|null' : ''}`;
}

function writeFields(
  fields: Record<string, JsonSchema>,
  first: readonly string[],
  required?: readonly string[],
): string {
  const names = Object.entries(fields).map(([name, schema]) => {
    const shape = writeShape(schema);
    const mark = required === undefined || required.includes(name) ? '' : '?';
    return `${name}${mark}${/^(?:$|\|)/.test(shape) ? shape : `: ${shape}`}`;
  });
  return `{${[...first, ...names].join(', ')}}`;
}

function orNull(type: JsonSchema['type']): string {
  return Array.isArray(type) && type.includes('null') ? '|null' : '';
}
