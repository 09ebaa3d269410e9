import fc from 'fast-check';
import * as z from 'zod/mini';
import { MAX_ID } from '#contract/scalars.ts';

/** Text that some part of a database, a page or a parser may fail on. */
const HOSTILE_TEXT = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '%',
  '_',
  '\\',
  "'; drop table ticket; --",
  '" or 1=1',
  '0',
  '-1',
  '1e9',
  '1.5',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '18446744073709551616',
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  '__proto__',
  'constructor',
  '\u202e',
  '\uffff',
  '\u{10ffff}',
  '=1+1',
  '../../etc/passwd',
  'http://169.254.169.254/',
  '<script>alert(1)</script>',
  '(a+)+$',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '2026-02-30',
] as const;

/** Text that many fields accept, so that a call passes the first checks. */
const PLAUSIBLE_TEXT = [
  'a',
  'open',
  'whatsapp',
  '1',
  'anna@example.org',
  '+49 151 1234567',
  '2026-11-20T14:32:00Z',
  '2026-11-19',
  'Europe/Berlin',
  'https://hooks.example/in',
  'ticket.created',
  'json',
] as const;

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXT),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer({ min: 250, max: 70_000 }).map((length) => 'x'.repeat(length)),
);
const anyText = fc.oneof(fc.constantFrom(...PLAUSIBLE_TEXT), fc.string({ unit: 'grapheme', maxLength: 60 }));

/** Any JSON value, of any type and size, including 2^63 and deeply nested brackets. */
const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  anyText,
  fc.constantFrom(0, -0, -1, 1.5, 1e308, 2 ** 53, MAX_ID, MAX_ID + 1n, -MAX_ID - 2n, 10n ** 40n),
  fc.integer(),
  fc.bigInt(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.constant([null]),
  fc.jsonValue({ maxDepth: 4 }),
  fc.integer({ min: 1, max: 60 }).map(nestedBrackets),
);

function nestedBrackets(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Values of the schema's type; its refinements may refuse them. */
function plausible(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodMiniObject) {
    const fields = Object.entries(schema._zod.def.shape).map(([name, field]) => [name, field] as const);
    const required = fields.filter(([, field]) => !isOptional(field)).map(([name]) => name);
    return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, plausible(field)])), {
      requiredKeys: required,
    });
  }
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault)
    return plausible(schema._zod.def.innerType);
  if (schema instanceof z.ZodMiniNullable)
    return fc.option(plausible(schema._zod.def.innerType), { nil: null, freq: 8 });
  if (schema instanceof z.ZodMiniPipe) return plausible(schema._zod.def.in);
  if (schema instanceof z.ZodMiniArray) return fc.array(plausible(schema._zod.def.element), { maxLength: 4 });
  if (schema instanceof z.ZodMiniUnion) return fc.oneof(...schema._zod.def.options.map(plausible));
  if (schema instanceof z.ZodMiniEnum) return fc.constantFrom(...Object.values(schema._zod.def.entries));
  if (schema instanceof z.ZodMiniLiteral) return fc.constantFrom(...schema._zod.def.values);
  if (schema instanceof z.ZodMiniRecord)
    return fc.dictionary(anyText, plausible(schema._zod.def.valueType), { maxKeys: 3 });
  if (schema instanceof z.ZodMiniNumber)
    return fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 2000 }));
  if (schema instanceof z.ZodMiniBigInt) return fc.constantFrom(1n, 7n, MAX_ID);
  if (schema instanceof z.ZodMiniBoolean) return fc.boolean();
  if (schema instanceof z.ZodMiniString) return anyText;
  return hostileJson;
}

function isOptional(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault;
}

/** A body close to the schema: mostly plausible, with fields replaced, added or removed. */
export function arbitraryBody(schema: z.ZodMiniObject): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(schema.shape);
  const replaced = fc.dictionary(names.length === 0 ? anyText : fc.constantFrom(...names), hostileJson, { maxKeys: 2 });
  const added = fc.dictionary(fc.oneof(hostileText, fc.constant('site_id')), hostileJson, { maxKeys: 1 });
  return fc
    .record({
      base: plausible(schema),
      replaced: fc.option(replaced, { nil: {} }),
      added: fc.option(added, { nil: {}, freq: 3 }),
      left: fc.option(fc.constantFrom(...names, ''), { nil: '' }),
    })
    .map(({ base, replaced, added, left }) => {
      const body = Object.fromEntries([
        ...Object.entries(Object(base)),
        ...Object.entries(replaced),
        ...Object.entries(added),
      ]);
      delete body[left];
      return body;
    });
}

/** A query string: parameters of the schema with valid and invalid values, some of them repeated. */
export function arbitraryQuery(schema: z.ZodMiniObject): fc.Arbitrary<string> {
  const names = Object.keys(schema.shape);
  if (names.length === 0) return anyText.map((text) => `other=${encode(text)}`);
  const one = fc.constantFrom(...names).chain((name) => {
    const field = schema.shape[name];
    const value = field === undefined ? anyText : plausible(field);
    return fc
      .oneof({ weight: 3, arbitrary: value }, { weight: 2, arbitrary: hostileText })
      .map((value) => ({ name, value }));
  });
  return fc
    .array(one, { maxLength: 6 })
    .map((parts) => parts.map(({ name, value }) => `${name}=${encode(String(value))}`).join('&'));
}

/** Characters that a URL cannot carry are sent as bytes that are not valid UTF-8. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}
