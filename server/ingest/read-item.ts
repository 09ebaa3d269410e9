import * as z from 'zod/mini';
import { INGEST_ITEMS, INGEST_KINDS, type IngestItem, type IngestKind } from '#contract/ingest.ts';
import { ApiError } from '#server/operation/api-error.ts';

const SCHEMAS: { readonly [Kind in IngestKind]: z.ZodMiniType<IngestItem<Kind>> } = INGEST_ITEMS;

/** The kind of an arbitrary value; null if it has no known kind. */
export function kindOf(value: unknown): IngestKind | null {
  const kind = isObject(value) ? value['kind'] : undefined;
  return INGEST_KINDS.find((name) => name === kind) ?? null;
}

/** @throws ApiError missing_field or bad_field, with the reason */
export function requireKind(value: unknown): IngestKind {
  const kind = kindOf(value);
  if (kind !== null) return kind;
  if (!isObject(value)) throw new ApiError('bad_field', 'the item must be an object');
  if (value['kind'] === undefined) throw new ApiError('missing_field', 'kind is required');
  throw new ApiError('bad_field', `kind must be one of ${INGEST_KINDS.join(', ')}`);
}

/**
 * Validates an item and removes its kind. @throws ApiError missing_field or bad_field that names the first invalid
 * field
 */
export function readItem<Kind extends IngestKind>(kind: Kind, value: unknown): IngestItem<Kind> {
  const { kind: _kind, ...fields } = isObject(value) ? value : {};
  const parsed = z.safeParse(SCHEMAS[kind], fields);
  if (!parsed.success) throw wrongField(parsed.error.issues, fields);
  return parsed.data;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Issue = z.core.$ZodIssue;

function wrongField(issues: readonly Issue[], fields: unknown): ApiError {
  const missing = issues.find((issue) => issue.code !== 'unrecognized_keys' && isAbsent(fields, issue.path));
  if (missing !== undefined) return new ApiError('missing_field', `${nameOf(missing.path)} is required`);
  const [issue] = issues;
  if (issue === undefined) return new ApiError('bad_field', 'the item is wrong');
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return new ApiError('bad_field', `${nameOf([...issue.path, key])} is not a field of this kind`);
  }
  const reason = issue.message === 'Invalid input' ? 'has the wrong type' : issue.message;
  return new ApiError('bad_field', `${nameOf(issue.path)} ${reason}`);
}

function isAbsent(value: unknown, path: readonly PropertyKey[]): boolean {
  let part = value;
  for (const key of path) {
    if (typeof part !== 'object' || part === null) return false;
    part = Reflect.get(part, key);
  }
  return part === undefined;
}

/** A path such as `messages[2].role`; names from the request are shortened and escaped. */
function nameOf(path: readonly PropertyKey[]): string {
  const names = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${plain(String(part))}`));
  return names.join('').replace(/^\./, '') || 'the item';
}

function plain(key: string): string {
  return key.replace(/[^\w-]/g, '?').slice(0, 60);
}
