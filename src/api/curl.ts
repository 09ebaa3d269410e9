import type { LoggedCall } from './call-log.ts';

/** The call as a line for a shell, whole but for the secret: the token is read from SUPPORT_TOKEN. */
export function curlOf(call: Pick<LoggedCall, 'method' | 'url' | 'body' | 'idempotencyKey'>, origin: string): string {
  const lines = [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}${quote(new URL(call.url, origin).href)}`,
    // In double quotes, where the shell puts the token in.
    '-H "Authorization: Bearer $SUPPORT_TOKEN"',
    ...(call.body === null ? [] : [`-H ${quote('Content-Type: application/json')}`]),
    ...(call.idempotencyKey === null ? [] : [`-H ${quote(`Idempotency-Key: ${call.idempotencyKey}`)}`]),
    ...(call.body === null ? [] : [`--data-raw ${quote(call.body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** In single quotes nothing has a meaning but the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
