import type { ServerResponse } from 'node:http';
import type { ErrorEnvelope } from '#contract/errors.ts';
import { writeJson } from '#contract/json.ts';
import type { ApiError } from '#server/operation/api-error.ts';
import { JSON_TYPE } from './api-headers.ts';

/** Sends a JSON response. `headers` are flat pairs, and the list is modified. Node drops the body for HEAD. */
export function sendJson(response: ServerResponse, status: number, headers: string[], text: string): void {
  const length = Buffer.byteLength(text);
  headers.push('Content-Type', JSON_TYPE, 'Content-Length', String(length));
  response.writeHead(status, headers);
  // Equal lengths mean ASCII, which Node writes faster as latin1.
  if (length === text.length) response.end(text, 'latin1');
  else response.end(text);
}

/** The error envelope (docs/api.md, "Errors"). */
export function errorText(error: ApiError): string {
  const { fields, current } = error.details;
  const envelope: ErrorEnvelope = {
    ok: false,
    error: {
      code: error.code,
      message: error.message,
      ...(fields === undefined ? {} : { fields }),
      ...(current === undefined ? {} : { current }),
    },
  };
  return writeJson(envelope);
}

export function errorHeaders(error: ApiError): string[] {
  const headers: string[] = [];
  for (const [name, value] of Object.entries(error.details.headers ?? {})) headers.push(name, value);
  if (error.details.retryAfterSeconds !== undefined) {
    headers.push('Retry-After', String(error.details.retryAfterSeconds));
  }
  return headers;
}
