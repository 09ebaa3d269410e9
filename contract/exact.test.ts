import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { documented, exact } from './exact.ts';
import { extension, ours } from './operation.ts';
import { choice, id } from './scalars.ts';

const item = z.object({ id, state: extension('agents', z.nullable(z.string())) });
const reply = z.object({
  items: z.array(item),
  extra: ours(z.number()),
  asked: z.optional(z.array(item)),
  kind: extension('ticket_filters', z.string(), z.optional(choice(['a', 'b']))),
});
const whole = { items: [{ id: 1, state: null }], extra: 1, kind: 'x' };
const isGood = (value: unknown, extensions = true) => z.safeParse(exact(reply, { extensions }), value).success;

test('what the service always sends is required, what is asked for is not', () => {
  expect(isGood(whole)).toBe(true);
  expect(isGood({ ...whole, asked: [{ id: 2, state: 's' }] })).toBe(true);
  for (const field of ['items', 'extra', 'kind']) expect(isGood({ ...whole, [field]: undefined }), field).toBe(false);
  expect(isGood({ ...whole, items: [{ id: 1 }] })).toBe(false);
});

test('a field more is a promise broken, at any depth', () => {
  expect(isGood({ ...whole, more: 1 })).toBe(false);
  expect(isGood({ ...whole, items: [{ id: 1, state: null, more: 1 }] })).toBe(false);
  expect(isGood({ ...whole, asked: [{ id: 1, state: null, more: 1 }] })).toBe(false);
});

test('without extensions their fields are gone and widened ones are as documented', () => {
  const plain = { items: [{ id: 1 }], extra: 1 };
  expect(isGood(plain, false)).toBe(true);
  expect(isGood({ ...plain, kind: 'a' }, false)).toBe(true);
  expect(isGood({ ...plain, kind: 'x' }, false)).toBe(false);
  expect(isGood({ ...plain, items: [{ id: 1, state: null }] }, false)).toBe(false);
});

test('the documented schema takes a reply down to what the document has', () => {
  expect(z.parse(documented(reply), { ...whole, kind: 'a' })).toEqual({ items: [{ id: 1n }], extra: 1, kind: 'a' });
});

test('a documented body stays closed and keeps its messages', () => {
  const body = z.strictObject({ id, tags: extension('ticket_comments', z.string()) });
  const parsed = z.safeParse(documented(body), { id: 0, tags: 'x' });
  expect(parsed.error?.issues.map((issue) => issue.code)).toContain('unrecognized_keys');
  expect(parsed.error?.issues.map((issue) => issue.message)).toContain(
    'must be an integer from 1 to 9223372036854775807',
  );
});

test('checks over several fields are kept', () => {
  const range = z
    .object({ from: z.number(), to: z.number() })
    .check(z.refine(({ from, to }) => from <= to, { error: 'upside down' }));
  expect(z.safeParse(documented(range), { from: 2, to: 1 }).error?.issues[0]?.message).toBe('upside down');
});
