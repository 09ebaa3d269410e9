import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import { EXTENSIONS, type ExtensionKey, type Operation } from '#contract/operation.ts';
import { OPERATIONS } from '#contract/operations.ts';
import { bodyOf, parametersOf } from '#server/openapi/describe-request.ts';
import { describeType } from '#server/openapi/describe-type.ts';
import { errorCodesOf } from '#server/openapi/error-codes.ts';
import { ERROR_MEANINGS } from '#server/openapi/error-meanings.ts';
import { contentsOf, EXTENSION_GROUPS, GROUP_OF } from '#server/openapi/extension-contents.ts';
import { exampleEvents } from '#server/openapi/example-events.ts';
import { purposeOf } from '#server/openapi/operation-meanings.ts';
import { ROOT } from '#tools/setup/run-command.ts';
import { callOf, writeAnswers } from './answers-table.ts';

export const API_DOCS = join(ROOT, 'docs', 'api.md');

const BEGIN = '<!-- Written by npm run docs, from contract/: do not edit below. -->';
const END = '<!-- End of what npm run docs writes. -->';

/** Codes that every operation can answer; the table leaves them out. */
const COMMON = new Set(['unauthorized', 'rate_limited', 'internal_error', 'overloaded']);

/** The document as it is and as it must be. All outside the marks is written by hand. */
export function currentDocs(): { readonly text: string; readonly wanted: string } {
  const text = readFileSync(API_DOCS, 'utf8');
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('docs/api.md lacks the marks between which npm run docs writes');
  return {
    text,
    wanted: `${text.slice(0, begin)}${BEGIN}\n\n${writeTable()}\n${writeErrors()}\n${writeExtensions()}\n${writeAnswers()}\n${writeEvents()}\n${text.slice(end)}`,
  };
}

function writeTable(): string {
  const rows = Object.values<Operation>(OPERATIONS).toSorted((a, b) => a.resource.localeCompare(b.resource));
  const lines = rows.map((row) => `| ${[nameOf(row), scopeOf(row), inputOf(row), errorsOf(row)].join(' | ')} |`);
  return ['| operation | scope | parameters and fields | errors |', '|---|---|---|---|', ...lines, ''].join('\n');
}

function writeErrors(): string {
  const codes = Object.keys(ERROR_STATUS).filter((name): name is ErrorCode => name in ERROR_STATUS);
  const lines = codes.map((name) => {
    const { meaning, remedy } = ERROR_MEANINGS[name];
    return `| ${[String(ERROR_STATUS[name]), code(name), meaning, remedy].join(' | ')} |`;
  });
  return ['## Error codes', '', '| status | code | meaning | what to do |', '|---|---|---|---|', ...lines, ''].join(
    '\n',
  );
}

function writeExtensions(): string {
  const lines = Object.entries(EXTENSION_GROUPS).flatMap(([group, { title }]) =>
    EXTENSIONS.filter((key) => GROUP_OF[key] === group).map(
      (key) => `| ${title} | ${code(key)} | ${additionsOf(key)} |`,
    ),
  );
  return ['## Extension keys', '', '| subject | key | what it adds |', '|---|---|---|', ...lines, ''].join('\n');
}

function additionsOf(key: ExtensionKey): string {
  if (key === 'openapi') return '`/v1/openapi.json`, `/docs`, addresses `/v1/NAME`';
  const { operations, inputs, answers } = contentsOf(key);
  return [
    ...operations.map(callOf),
    ...inputs.map(({ row, names }) => `${names.map(code).join(', ')} in ${callOf(row)}`),
    ...(answers.length === 0 ? [] : [`${answers.map(code).join(', ')} in answers`]),
  ].join('; ');
}

function writeEvents(): string {
  const events = exampleEvents();
  const [first] = events;
  const lines = events.map(({ type, description, data }) => `| ${[code(type), description, code(data)].join(' | ')} |`);
  return [
    '## Webhook events',
    '',
    'One whole, then the `data` of each, without `data.request_id` and without what `include_pii` adds:',
    '',
    '```json',
    first?.body ?? '',
    '```',
    '',
    '| event | sent when | `data` |',
    '|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

function nameOf(row: Operation): string {
  const aliases = row.aliases.length === 0 ? '' : ` (also ${row.aliases.map(code).join(', ')})`;
  const extension = row.extension === null ? '' : `, extension ${code(row.extension)}`;
  return `${callOf(row)}${aliases}${extension}: ${purposeOf(row)}`;
}

function scopeOf({ scope }: Operation): string {
  return scope === 'any' ? 'any token' : code(scope);
}

function inputOf(row: Operation): string {
  const parameters = parametersOf(row).map(({ name, required, schema }) =>
    fieldOf(name, required, describeType(schema)),
  );
  const body = bodyOf(row) ?? {};
  const fields = Object.entries(body.properties ?? {}).map(([name, schema]) =>
    fieldOf(name, body.required?.includes(name) === true, describeType(schema)),
  );
  const file = row.media === undefined ? [] : [`a body of ${code(row.media)}`];
  return [...parameters, ...fields, ...file].join('; ');
}

function fieldOf(name: string, isRequired: boolean, type: string): string {
  return `${code(name)}${isRequired ? ' (required)' : ''} ${type.replaceAll('|', String.raw`\|`)}`;
}

function errorsOf(row: Operation): string {
  return errorCodesOf(row)
    .filter((name) => !COMMON.has(name))
    .map(code)
    .join(', ');
}

function code(text: string): string {
  return `\`${text}\``;
}
