import * as z from 'zod/mini';

// zod probes `new Function` unless told not to, which the Content-Security-Policy refuses.
z.config({ jitless: true });

export const MAX_ID = 9_223_372_036_854_775_807n;
const SAFE = Number.MAX_SAFE_INTEGER;

/** JSON Schema's keywords for checks that are functions here, by schema. */
export const keywords = z.registry<{
  readonly enum?: readonly string[];
  readonly format?: 'email' | 'uri';
  readonly maxLength?: number;
  readonly maxProperties?: number;
  readonly minProperties?: number;
}>();

/** Unicode code points, the unit of every length limit of this API. */
export function codePoints(text: string): number {
  let n = 0;
  for (const _ of text) n += 1;
  return n;
}

/** PostgreSQL text holds neither NUL nor lone surrogates, so they are refused on the way in. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

const ID_DIGITS = /^[1-9][0-9]{0,18}$/;
const idRange = { error: `must be an integer from 1 to ${MAX_ID}` };
const bigId = z.bigint(idRange).check(z.gte(1n, idRange), z.lte(MAX_ID, idRange));

/**
 * A 64-bit id in JSON: an integer from 1 to 2^63-1, in memory a bigint so that no digit is lost.
 * `json.ts` reads integers beyond 2^53 as bigint before this schema sees them.
 */
export const id = z.pipe(
  z.union([z.int(idRange).check(z.gte(1, idRange)), bigId], idRange),
  z.transform((n) => BigInt(n)),
);

/** An integer below 2^53. */
export const integer = z.int({ error: 'must be an integer' });

/** An integer of a body from `min` to `max`. */
export function within(min: number, max: number) {
  const range = rangeError(min, max);
  return integer.check(z.gte(min, range), z.lte(max, range));
}

/** The same with one message for all that is wrong; without `max` it only has to stay below 2^53. */
export function integerFrom(min: number, max: number = SAFE) {
  const range = rangeError(min, max);
  return z.int(range).check(z.gte(min, range), z.lte(max, range));
}

function rangeError(min: number, max: number): { readonly error: string } {
  return { error: max === SAFE ? `must be an integer of at least ${min}` : `must be an integer from ${min} to ${max}` };
}

export const count = integerFrom(0);

/** True or false in a body. */
export const flag = z.boolean({ error: 'must be true or false' });

/** UTC instant on the wire, such as 2026-11-20T14:32:00.000Z. */
export const utc = z.iso.datetime({ error: 'must be an ISO 8601 date-time in UTC, such as 2026-11-20T14:32:00Z' });
export const date = z.iso.date({ error: 'must be a date, such as 2026-11-20' });

/** Text from people: storable and at most `max` code points. */
export function text(max: number, min = 0) {
  const range = min > 0 ? `must be text of ${min} to ${max} characters` : `must be text of at most ${max} characters`;
  const limited = z.string({ error: range }).check(
    z.refine((s) => isStorable(s), { error: 'must not contain NUL or unpaired surrogates', abort: true }),
    z.refine((s) => s.length <= max || codePoints(s) <= max, { error: range }),
    ...(min === 0 ? [] : [z.minLength(min, { error: range }), z.regex(/\S/, { error: range })]),
  );
  // zod's own maximum counts UTF-16 units.
  keywords.add(limited, { maxLength: max });
  return limited;
}

/** Linear scan instead of a pattern: an address of 254 characters can not make it slow. */
export function isEmail(value: string): boolean {
  const at = value.lastIndexOf('@');
  if (at < 1 || at > 64 || value.length > 254 || value.indexOf('@') !== at) return false;
  const domain = value.slice(at + 1);
  if (domain.length < 3 || !domain.includes('.') || domain.startsWith('.') || domain.endsWith('.')) return false;
  if (domain.includes('..')) return false;
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    if (code <= 32 || code === 127 || '(),:;<>[]\\"'.includes(character)) return false;
  }
  return true;
}

export const email = text(254).check(z.refine((s) => isEmail(s), { error: 'must be an email address' }));
keywords.add(email, { format: 'email' });
export const phone = text(40, 1);
export const personName = text(200);

/** An agent id is a decimal integer as a string. */
const agentIdForm = { error: 'must be an agent id: a decimal integer as a string' };
export const agentId = z.string(agentIdForm).check(
  z.regex(ID_DIGITS, agentIdForm),
  z.refine((s) => isIdText(s), agentIdForm),
);

export function isIdText(value: string): boolean {
  return ID_DIGITS.test(value) && BigInt(value) <= MAX_ID;
}

// Query parameters arrive as text. An empty value counts as absent and never gets here.

export function intParam(min: number, max: number) {
  const digits = z.string().check(z.regex(/^-?[0-9]{1,16}$/, rangeError(min, max)));
  return z.pipe(z.pipe(digits, z.transform(Number)), integerFrom(min, max));
}

export const skipParam = intParam(0, SAFE);

export const idParam = z.pipe(
  z.pipe(
    z.string().check(z.regex(ID_DIGITS, idRange)),
    z.transform((s: string) => BigInt(s)),
  ),
  bigId,
);

export const flagParam = z.pipe(
  z.literal('1', { error: 'must be 1' }),
  z.transform(() => true),
);

export function choice<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

/** The same for numbers in a body. */
export function choiceOfNumbers<const Values extends readonly [number, ...number[]]>(values: Values) {
  return z.literal([...values], { error: `must be one of ${values.join(', ')}` });
}

/** A comma list of the given names, without repetition; order is kept. */
export function choices<const Values extends readonly [string, ...string[]]>(values: Values) {
  const error = `must be a comma-separated list of ${values.join(', ')}`;
  return z.pipe(
    z.pipe(
      z.string().check(z.refine((s) => isStorable(s), { error })),
      z.transform((s) => [...new Set(s.split(',').map((part) => part.trim()))]),
    ),
    z.array(z.enum(values, { error })),
  );
}

const INSTANT = 'must be an ISO 8601 date-time, such as 2026-11-20T14:32:00Z';

/** An instant in a request: with a zone, answered in UTC with milliseconds. */
export const instantParam = z.pipe(
  z.iso
    .datetime({ offset: true, error: INSTANT, abort: true })
    // PostgreSQL has no year 0, and ISO 8601 writes later years than 9999 with a sign.
    .check(z.refine((s) => /^(?!0000)[0-9]{4}-/.test(new Date(s).toISOString()), { error: INSTANT })),
  z.transform((s) => new Date(s).toISOString()),
);

const DATE = 'must be a date, such as 2026-11-20';

/** A UTC day in a request. PostgreSQL has no year 0. */
export const dateParam = z.iso.date({ error: DATE }).check(z.refine((s) => !s.startsWith('0000'), { error: DATE }));

/** The API token of the session that calls; any other text is refused as the wrong one, not as a wrong field. */
export const confirmToken = text(200);
