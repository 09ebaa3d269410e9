import type { ServerResponse } from 'node:http';
import { writeJson } from '#contract/json.ts';
import type { ApiError } from './api-error.ts';
import { JSON_TYPE } from './api-headers.ts';

/** Sends one JSON answer; headers are flat pairs. A HEAD gets the headers alone. */
export function sendJson(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  text: string,
): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, [...headers, 'Content-Type', JSON_TYPE, 'Content-Length', String(length)]);
  response.end(text);
}

/** The error envelope (reference.md, Errors). */
export function errorText(error: ApiError): string {
  const { fields, current } = error.details;
  return writeJson({
    ok: false,
    error: {
      code: error.code,
      message: error.message,
      ...(fields === undefined ? {} : { fields }),
      ...(current === undefined ? {} : { current }),
    },
  });
}

export function errorHeaders(error: ApiError): string[] {
  const headers: string[] = [];
  for (const [name, value] of Object.entries(error.details.headers ?? {})) headers.push(name, value);
  if (error.details.retryAfterSeconds !== undefined) {
    headers.push('Retry-After', String(error.details.retryAfterSeconds));
  }
  return headers;
}
