import type { JsonSchema } from './json-schema.ts';
import { isNullable } from './property-meaning.ts';

/** A schema in a few words, such as `integer from 1 to 200, default 50`. */
export function describeType(schema: JsonSchema): string {
  const words = [typeWords(withoutNull(schema)), ...boundWords(schema), ...(isNullable(schema) ? [' | null'] : [])];
  if (schema.default !== undefined) words.push(`, default ${JSON.stringify(schema.default)}`);
  return words.join('');
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf } = schema;
  return {
    ...schema,
    ...(Array.isArray(type) ? { type: type.filter((one) => one !== 'null') } : {}),
    ...(values === undefined ? {} : { enum: values.filter((one) => one !== null) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.filter(({ type }) => type !== 'null') }),
  };
}

function typeWords(schema: JsonSchema): string {
  const { anyOf, oneOf, items, format, type } = schema;
  if (schema.enum !== undefined) return schema.enum.map((value) => (value === '' ? '""' : String(value))).join(' | ');
  if (anyOf !== undefined) return anyOf.map(typeWords).join(' | ');
  if (oneOf !== undefined) return 'object';
  const types = typeof type === 'string' ? [type] : (type ?? ['any']);
  const [first = 'any', ...rest] = types;
  const named = first === 'array' ? `list of ${items === undefined ? 'any' : typeWords(items)}` : (format ?? first);
  return [named, ...rest].join(' | ');
}

function boundWords({ minimum, maximum, minLength, maxLength, minItems, maxItems }: JsonSchema): string[] {
  const between = (least: number | undefined, most: number | undefined, unit: string): string[] => {
    if (most !== undefined && (least ?? 0) === 0 && unit !== '') return [` of at most ${most}${unit}`];
    if (most !== undefined) return [` from ${least ?? 0} to ${most}${unit}`];
    return least === undefined ? [] : [` of at least ${least}${unit}`];
  };
  return [
    ...between(minimum, maximum, ''),
    ...between(minLength, maxLength, ' characters'),
    ...between(minItems, maxItems, ' items'),
  ];
}
