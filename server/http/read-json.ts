import { parseJson } from '#contract/json.ts';
import { ApiError } from '#server/operation/api-error.ts';

const MAX_DEPTH = 32;
const MAX_KEYS = 1000;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a body as a JSON object and keeps all digits of numbers (docs/api.md, "Bodies and parameters").
 * @throws ApiError bad_request for bad UTF-8, no JSON, no object, more than 32 levels or 1,000 keys in one object,
 * reserved names.
 */
export function readJsonObject(bytes: Uint8Array): Record<string, unknown> {
  const text = decodeUtf8(bytes);
  if (isTooDeep(text)) throw new ApiError('bad_request', `The body is nested more than ${MAX_DEPTH} levels deep`);
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw new ApiError('bad_request', 'The body is not well-formed JSON');
  }
  if (!isObject(value)) throw new ApiError('bad_request', 'The body must be a JSON object');
  checkKeys(value);
  return value;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return DECODER.decode(bytes);
  } catch {
    throw new ApiError('bad_request', 'The body is not well-formed UTF-8');
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checked before parsing, so that deeply nested input costs only one pass over the text. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInText) {
      if (code === 92) at += 1;
      else if (code === 34) isInText = false;
    } else if (code === 34) {
      isInText = true;
    } else if (code === 123 || code === 91) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (code === 125 || code === 93) {
      depth -= 1;
    }
  }
  return false;
}

/** Limits the keys of each object; the total is limited by the size of the body. */
function checkKeys(value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) checkKeys(item);
  } else if (isObject(value)) {
    const entries = Object.entries(value);
    if (entries.length > MAX_KEYS) {
      throw new ApiError('bad_request', `An object in the body has more than ${MAX_KEYS} keys`);
    }
    for (const [key, item] of entries) {
      if (FORBIDDEN.has(key)) throw new ApiError('bad_request', `The body must not use the name ${key}`);
      checkKeys(item);
    }
  }
}
