import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

/** Maps whose keys come from data: attributes and the like, and two maps of counts by name. */
const OPEN = new Set(['attributes', 'properties', 'values', 'query']);
/** Maps of the client's own: the service only bounds their size. */
const OPAQUE_MAPS = new Set(['getPreferences.values', 'updatePreferences.values']);
const COUNT_MAPS = new Set(['listTickets.facets.channel', 'listTickets.facets.assignee']);

interface Part {
  readonly path: string;
  readonly name: string;
  readonly schema: z.core.$ZodType;
}

function* partsOf(schema: z.core.$ZodType, path: string, name: string): Generator<Part> {
  yield { path, name, schema };
  const { def } = (schema as z.ZodMiniType)._zod;
  if (schema instanceof z.ZodMiniObject) {
    for (const [key, field] of Object.entries(schema._zod.def.shape)) yield* partsOf(field, `${path}.${key}`, key);
  } else if (schema instanceof z.ZodMiniArray) {
    yield* partsOf(schema._zod.def.element, path, name);
  } else if (schema instanceof z.ZodMiniTuple) {
    for (const [index, item] of schema._zod.def.items.entries()) yield* partsOf(item, `${path}.${index}`, name);
  } else if (schema instanceof z.ZodMiniUnion) {
    for (const option of schema._zod.def.options) yield* partsOf(option, path, name);
  } else if (schema instanceof z.ZodMiniRecord) {
    yield* partsOf(schema._zod.def.valueType, `${path}[]`, '');
  } else if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    yield* partsOf(schema._zod.def.innerType, path, name);
  } else if (def.type === 'pipe' && schema instanceof z.ZodMiniPipe) {
    yield* partsOf(schema._zod.def.in, path, name);
  }
}

const CLOSED = new Set([
  'object',
  'array',
  'tuple',
  'string',
  'number',
  'bigint',
  'boolean',
  'enum',
  'literal',
  'optional',
  'nullable',
  'union',
  'pipe',
  'null',
]);

/** Why a part says too little of what it holds, or null. */
function openness({ path, name, schema }: Part): string | null {
  if (OPEN.has(name) || OPAQUE_MAPS.has(path.replace('[]', ''))) return null;
  const { def } = (schema as z.ZodMiniType)._zod;
  if (schema instanceof z.ZodMiniRecord && COUNT_MAPS.has(path)) return null;
  if (!CLOSED.has(def.type)) return `${path} is ${def.type}`;
  if (schema instanceof z.ZodMiniObject && schema._zod.def.catchall !== undefined) return `${path} is a loose object`;
  return null;
}

const problemsOf = (name: string, schema: z.ZodMiniType) =>
  [...partsOf(schema, name, '')].map(openness).filter((problem) => problem !== null);

test.each(Object.entries<Operation>(OPERATIONS))('the reply of %s is described down to its last field', (name, row) => {
  expect(problemsOf(name, row.reply)).toEqual([]);
});

test('the two maps of counts hold integers', () => {
  const parts = [...partsOf(OPERATIONS.listTickets.reply, 'listTickets', '')];
  for (const path of COUNT_MAPS) {
    const map = parts.find((part) => part.path === path && part.schema instanceof z.ZodMiniRecord)?.schema;
    if (map === undefined) throw new Error(`${path} is gone: take it off the list`);
    expect(z.safeParse(map, { web: 3 }).success).toBe(true);
    expect(z.safeParse(map, { web: 'three' }).success).toBe(false);
  }
});

test.each([
  ['unknown', z.object({ a: z.unknown() })],
  ['any', z.object({ a: z.array(z.any()) })],
  ['record', z.object({ a: z.record(z.string(), z.string()) })],
  ['loose object', z.object({ a: z.nullable(z.looseObject({})) })],
])('the walk finds %s', (_kind, schema) => {
  expect(problemsOf('row', schema)).toHaveLength(1);
});

const TOUCHES_NOTHING: readonly string[] = ['startSession', 'endSession'];

test('every operation says which parameters and fields it takes, and body fields are closed', () => {
  for (const row of Object.values<Operation>(OPERATIONS)) {
    expect(row.query).toBeInstanceOf(z.ZodMiniObject);
    if (row.body !== null)
      expect(z.safeParse(row.body, { surprise: 1 }).error?.issues.map(({ code }) => code)).toContain(
        'unrecognized_keys',
      );
    if (row.method === 'GET') expect([row.body, row.touches], row.name).toEqual([null, []]);
    // A write shows in some resource, but for a session, whose page begins or is left, and what is only tried.
    else expect(row.touches.length > 0, row.name).toBe(!TOUCHES_NOTHING.includes(row.name));
  }
});
