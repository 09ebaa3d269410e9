import type { Operation } from '#contract/operation.ts';
import { bodyOf, parametersOf } from './describe-request.ts';
import { chosenFields, exampleBody, exampleOf } from './example-values.ts';
import type { JsonSchema } from './json-schema.ts';

/** Read from the environment, because a shell keeps a history of what is typed. */
const SECRETS: ReadonlySet<string> = new Set(['provider_api_key', 'confirm_token']);

/** Fields that an id of another name goes into. */
const ID_NAMES: Readonly<Record<string, string>> = { ids: 'ID', identities: 'CUSTOMER_ID' };

/** Parameters of a call that show more of the operation than the required ones. */
const SHOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listTickets: { status: 'open', limit: '25' },
  bindChannelsBulk: { dry_run: '1' },
};

/**
 * A call with curl, to paste into a POSIX shell in which SUPPORT_URL and SUPPORT_TOKEN are set. Words in capitals have to
 * be replaced: without quotes they make the body unreadable until then, so that nothing is changed by a line that is
 * pasted as it is.
 */
export function exampleCall(row: Operation): string {
  const lines = ['curl --fail-with-body'];
  if (row.method !== 'GET' && row.body === null && row.media === undefined) lines[0] += ` --request ${row.method}`;
  if (row.method === 'PATCH') lines[0] += ' --request PATCH';
  lines.push(`--header "Authorization: Bearer $${tokenOf(row)}"`);
  if (row.media !== undefined) lines.push(`--header 'Content-Type: ${row.media}'`, '--data-binary @handles.csv');
  const schema = bodyOf(row);
  if (schema !== null) {
    const body = writePlaceholders(tryFirst(exampleBody(row, schema), schema), schema, '');
    lines.push("--header 'Content-Type: application/json'", `--data ${withSecrets(shellWord(body))}`);
  }
  lines.push(`"$SUPPORT_URL/${row.resource}${queryOf(row)}"`);
  return lines.join(' \\\n  ');
}

/** The body with `dry_run` where the operation has it: such operations change or delete much. A test delivery has none. */
function tryFirst(body: unknown, schema: JsonSchema): unknown {
  if (typeof body !== 'object' || body === null || schema.properties?.['dry_run'] === undefined) return body;
  return 'action' in body && body.action === 'test' ? body : { ...body, dry_run: true };
}

/** Only a session can end itself. */
function tokenOf({ name }: Operation): string {
  return name === 'endSession' ? 'SESSION_TOKEN' : 'SUPPORT_TOKEN';
}

function queryOf(row: Operation): string {
  const chosen = chosenFields(row);
  const shown = SHOWN[row.name] ?? {};
  const parts = parametersOf(row).flatMap(({ name, required, schema, in: where }) => {
    if (where !== 'query') return [];
    if (name in shown) return [`${name}=${shown[name]}`];
    if (!required && !chosen.includes(name)) return [];
    const value = schema.enum === undefined ? placeholder(name) : String(exampleOf(schema, name));
    return [`${name}=${encodeURIComponent(value)}`];
  });
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** JSON in which all values but choices and secrets are placeholders without quotes. */
function writePlaceholders(value: unknown, schema: JsonSchema, name: string): string {
  if (Array.isArray(value)) {
    const items = value.map((item, at) => {
      const one = ID_NAMES[name] ?? name;
      return writePlaceholders(item, schema.items ?? {}, value.length === 1 ? one : `${one}_${at + 1}`);
    });
    return `[${items.join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([key, field]) => `${JSON.stringify(key)}:${writePlaceholders(field, schema.properties?.[key] ?? {}, key)}`,
    );
    return `{${fields.join(',')}}`;
  }
  if (typeof value === 'number') return placeholder(name);
  if (typeof value !== 'string' || schema.enum !== undefined || isChoice(value, name)) return JSON.stringify(value);
  return SECRETS.has(name) ? JSON.stringify(placeholder(name)) : placeholder(name);
}

/** The kind of an item of `ingest`, and scopes: the contract checks them where no schema shows the choices. */
function isChoice(value: string, name: string): boolean {
  return name === 'kind' || name === 'scopes' || name === 'events' || value === '';
}

function placeholder(name: string): string {
  return name.replace('sessionId', 'session_id').toUpperCase();
}

/** Text as one word of a POSIX shell, whatever is in it. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Reads secrets from the environment, outside of the single quotes. */
function withSecrets(word: string): string {
  return [...SECRETS].map(placeholder).reduce((text, name) => text.replace(`"${name}"`, `"'"$${name}"'"`), word);
}
