import type * as z from 'zod/mini';
import type { JsonSchema } from './json-schema.ts';

/**
 * Rules of a schema beyond its type. Bounds are in functions, which cannot be read, and in the words
 * of their errors, which people read: so the words are read here, and a test holds them against what the schema takes.
 */
export function messagesOf(schema: z.core.$ZodType): string[] {
  const { error, checks } = schema._zod.def;
  const said = [say(error), ...(checks ?? []).map((check) => say(check._zod.def.error))];
  return [...new Set(said.filter((text) => text !== ''))];
}

/** Messages of the contract are constant, whatever the issue. */
function say(error: unknown): string {
  if (typeof error !== 'function') return '';
  const made: unknown = Reflect.apply(error, undefined, [{}]);
  return typeof made === 'string' ? made : '';
}

const LONGEST_ID = '9223372036854775807';

/** The bounds that messages speak of, in the terms of JSON Schema; what is left of them is for people. */
export function rulesOf(messages: readonly string[]): { readonly rules: JsonSchema; readonly rest: readonly string[] } {
  const rules: JsonSchema = {};
  const rest: string[] = [];
  for (const message of messages) {
    const found = readMessage(message.replace(/, or null$/, ''));
    if (found === null) rest.push(message);
    else Object.assign(rules, found);
  }
  return { rules, rest };
}

function readMessage(message: string): JsonSchema | null {
  const range = /^must be an integer from (-?\d+) to (\d+)$/.exec(message);
  if (range?.[2] === LONGEST_ID) return { type: 'integer', format: 'int64', minimum: Number(range[1]) };
  if (range !== null) return { type: 'integer', minimum: Number(range[1]), maximum: Number(range[2]) };
  const least = /^must be an integer of at least (-?\d+)$/.exec(message);
  if (least !== null) return { type: 'integer', minimum: Number(least[1]) };
  const number = /^must be a number of at least (-?\d+)$/.exec(message);
  if (number !== null) return { type: 'number', minimum: Number(number[1]) };
  if (message === 'must be an integer') return { type: 'integer' };
  const length = /^must be text of (\d+) to (\d+) characters$/.exec(message);
  if (length !== null) return { minLength: Number(length[1]), maxLength: Number(length[2]) };
  const most = /^must be text of at most (\d+) characters$/.exec(message);
  if (most !== null) return { maxLength: Number(most[1]) };
  if (message === 'must be an email address') return { format: 'email' };
  if (message.startsWith('must be an ISO 8601 date-time')) return { format: 'date-time' };
  if (message.startsWith('must be a date,')) return { format: 'date' };
  if (message.startsWith('must be an agent id: ')) return { pattern: '^[1-9][0-9]{0,18}$' };
  // Said by the type or the list of values itself.
  if (/^must be (?:one of |true or false$|\S+$|a comma-separated list of )/.test(message)) return {};
  if (message === 'must not contain NUL or unpaired surrogates') return {};
  return null;
}
