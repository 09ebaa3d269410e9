import type * as z from 'zod/mini';
import { ApiError } from './api-error.ts';

type Issue = z.core.$ZodIssue;
type Fields = Map<string, { readonly isMissing: boolean; readonly message: string }>;

/** The error of one field or parameter. */
export function fieldError(name: string, message: string): ApiError {
  return new ApiError('bad_field', `${name} ${message}`);
}

/** Collects the invalid fields of a request into one error. */
export class FieldErrors {
  readonly #fields: Fields = new Map();

  get isEmpty(): boolean {
    return this.#fields.size === 0;
  }

  add(name: string, message: string): void {
    if (!this.#fields.has(name)) this.#fields.set(name, { isMissing: false, message });
  }

  addMissing(name: string): void {
    if (!this.#fields.has(name)) this.#fields.set(name, { isMissing: true, message: 'is required' });
  }

  /** @param value The parsed input: a field that it lacks is reported as missing, whatever the issue is. */
  addIssues(issues: readonly Issue[], at: string, value: unknown): void {
    for (const issue of issues) {
      const name = joinPath(at, issue.path);
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) this.add(joinPath(name, [key]), 'is not a field of this request');
      } else if (isAbsent(value, issue.path)) {
        this.addMissing(name);
      } else {
        this.add(name, describe(issue));
      }
    }
  }

  /** `missing_field` if any field is missing, else `bad_field`; with `error.fields` if several are wrong. */
  toError(): ApiError {
    const all = [...this.#fields];
    const first = all.find(([, field]) => field.isMissing) ?? all[0];
    if (first === undefined) return new ApiError('bad_request', 'The request is not valid');
    const [name, field] = first;
    const code = field.isMissing ? 'missing_field' : 'bad_field';
    const message = `${name} ${field.message}`;
    if (all.length === 1) return new ApiError(code, message);
    const more = all.length === 2 ? 'one more field is wrong' : `${all.length - 1} more fields are wrong`;
    const fields = Object.fromEntries(all.map(([key, value]) => [key, value.message]));
    return new ApiError(code, `${message}; ${more}`, { fields });
  }
}

function isAbsent(value: unknown, path: readonly PropertyKey[]): boolean {
  let part = value;
  for (const key of path) {
    if (typeof part !== 'object' || part === null) return false;
    part = Reflect.get(part, key);
  }
  return part === undefined;
}

function joinPath(at: string, path: readonly PropertyKey[]): string {
  let name = at;
  for (const part of path) {
    if (typeof part === 'number') name += `[${part}]`;
    else name += name === '' ? showKey(String(part)) : `.${showKey(String(part))}`;
  }
  return name;
}

/** Shortens a client's field name and replaces unusual characters. */
function showKey(key: string): string {
  const plain = key.replace(/[^\w.$-]/g, '?');
  return plain.length > 60 ? `${plain.slice(0, 60)}...` : plain || '(empty name)';
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function describe(issue: Issue): string {
  if (issue.message !== 'Invalid input') return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return `must be at most ${issue.maximum} ${issue.origin === 'array' ? 'items' : ''}`.trimEnd();
    case 'too_small':
      return `must be at least ${issue.minimum} ${issue.origin === 'array' ? 'items' : ''}`.trimEnd();
    default:
      return 'has an invalid value';
  }
}

/** @throws ApiError bad_field for an instant in the future */
export function checkPast(field: string, instant: string | null | undefined, now: Date): void {
  if (instant === undefined || instant === null || Date.parse(instant) <= now.getTime()) return;
  throw new ApiError('bad_field', `${field} must not be in the future`);
}
