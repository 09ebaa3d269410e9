import type { Operation } from '#contract/operation.ts';
import { bodyOf, parametersOf } from './describe-operation.ts';
import { exampleOf } from './example.ts';

/** Where one of several must be there, none of them is required by itself. */
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

/** A call of the operation as a line for a shell in which TOKEN is set. @param baseUrl Ends with `/v1`. */
export function exampleCall(row: Operation, baseUrl: string): string {
  const chosen = CHOSEN[row.name] ?? [];
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
    const body = JSON.stringify(exampleOf({ ...schema, required: [...(schema.required ?? []), ...chosen] }));
    parts.push('-H "Content-Type: application/json"', `-d '${body.replaceAll("'", String.raw`'\''`)}'`);
  }
  return [...parts, `"${url}"`].join(' ');
}
