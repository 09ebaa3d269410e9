import type { Operation } from '#contract/operation.ts';
import { bodyOf, parametersOf } from './describe-request.ts';
import { chosenFields, exampleBody, exampleOf } from './example-values.ts';

/**
 * A shell command that calls the operation; TOKEN must be set.
 * @param baseUrl Ends with `/v1`.
 */
export function exampleCall(row: Operation, baseUrl: string): string {
  const chosen = chosenFields(row);
  const query = parametersOf(row).flatMap(({ name, required, schema, in: where }) =>
    (required || chosen.includes(name)) && where === 'query'
      ? [`&${name}=${encodeURIComponent(String(exampleOf(schema, name)))}`]
      : [],
  );
  const url = `${baseUrl}/api.ashx?resource=${row.resource}${query.join('')}`;
  const parts = ['curl'];
  if (row.method !== 'GET') parts.push(`-X ${row.method}`);
  parts.push('-H "Authorization: Bearer $TOKEN"');
  if (row.media !== undefined) parts.push(`-H "Content-Type: ${row.media}"`, '--data-binary @handles.csv');
  const schema = bodyOf(row);
  if (schema !== null) {
    const body = JSON.stringify(exampleBody(row, schema));
    parts.push('-H "Content-Type: application/json"', `-d '${body.replaceAll("'", String.raw`'\''`)}'`);
  }
  return [...parts, `"${url}"`].join(' ');
}
