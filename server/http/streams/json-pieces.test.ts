import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { exact, documented } from '#contract/exact.ts';
import { writeJson } from '#contract/json.ts';
import { extension } from '#contract/operation.ts';
import { StreamedList } from '#server/operation/streamed-reply.ts';
import { jsonPieces, replyForm } from './json-pieces.ts';

const PLAIN = { reduce: null, check: null, itemsAt: () => PLAIN };

async function* batches<Item>(...all: Item[][]): AsyncGenerator<Item[]> {
  yield* all;
}
const list = <Item>(...all: Item[][]) => new StreamedList<Item>(batches(...all) as AsyncIterable<never[]>);
const textOf = async (value: unknown, form: Parameters<typeof jsonPieces>[1] = PLAIN, progress = { items: 0 }) =>
  (await Array.fromAsync(jsonPieces(value, form, progress))).join('');

test('the pieces equal the JSON of the whole value, wherever its lists are', async () => {
  const progress = { items: 0 };
  const streamed = {
    id: 9_007_199_254_740_993n,
    none: undefined,
    first: list<unknown>([1, 'two "2"'], [], [{ a: null }]),
    inner: { empty: list(), also: list([]), text: 'ü', deep: { last: list([[1, 2]]) } },
    items: list([
      { id: 1, comments: list([{ body: 'a' }], [{ body: 'b' }]) },
      { id: 2, comments: [] },
    ]),
    'a "name"': { not: 'a list' },
  };
  const whole = {
    id: 9_007_199_254_740_993n,
    first: [1, 'two "2"', { a: null }],
    inner: { empty: [], also: [], text: 'ü', deep: { last: [[1, 2]] } },
    items: [
      { id: 1, comments: [{ body: 'a' }, { body: 'b' }] },
      { id: 2, comments: [] },
    ],
    'a "name"': { not: 'a list' },
  };
  expect(await textOf(streamed, PLAIN, progress)).toBe(writeJson(whole));
  expect(progress.items).toBe(6);
  expect(await textOf({ a: list() })).toBe('{"a":[]}');
  expect(await textOf({ a: 1 })).toBe('{"a":1}');
});

const more = extension('agents', z.number());
const Row = z.object({ id: z.number(), more });
const Reply = z.object({
  name: z.string(),
  rows: z.array(z.extend(Row, { parts: z.optional(z.nullable(z.array(Row))) })),
  extra: extension('agents', z.array(Row)),
});
const fail = (error: z.core.$ZodError): never => {
  throw new Error(z.prettifyError(error));
};
const formWith = (extensions: boolean) =>
  replyForm(extensions ? null : documented(Reply), exact(Reply, { extensions }), fail);

test('every item is checked against the contract, at every depth', async () => {
  const form = formWith(true);
  const row = { id: 1, more: 2 };
  const good = { name: 'a', rows: list([{ ...row, parts: list([row]) }]), extra: list([row]) };
  expect(await textOf(good, form)).toBe(
    '{"name":"a","rows":[{"id":1,"more":2,"parts":[{"id":1,"more":2}]}],"extra":[{"id":1,"more":2}]}',
  );
  for (const bad of [
    { name: 'a', rows: list([{ ...row, id: 'x' }]), extra: list() },
    { name: 'a', rows: list<object>([row], [{ ...row, secret: 1 }]), extra: list() },
    { name: 'a', rows: list([{ ...row, parts: list([{ id: 1 }]) }]), extra: list() },
    { name: 5, rows: list(), extra: list() },
    { name: 'a', rows: list() },
  ]) {
    await expect(textOf(bad, form)).rejects.toThrow('✖');
  }
});

test('a reply of a union is checked by the option that has the list', async () => {
  const either = z.union([z.object({ one: z.number() }), z.object({ items: z.array(Row) })]);
  const form = replyForm(documented(either), exact(either, { extensions: false }), fail);
  expect(await textOf({ items: list([{ id: 1, more: 2 }]) }, form)).toBe('{"items":[{"id":1}]}');
  await expect(textOf({ items: list<object>([{ id: 'x' }]) }, form)).rejects.toThrow('number');
});

test('with EXTENSIONS=0 items and lists are reduced to the document, and other lists are not read', async () => {
  const row = { id: 1, more: 2 };
  let isRead = false;
  async function* unread(): AsyncGenerator<never[]> {
    isRead = true;
    yield [];
  }
  const value = { name: 'a', rows: list([{ ...row, parts: list([row]) }, row]), extra: new StreamedList(unread()) };
  expect(await textOf(value, formWith(false))).toBe('{"name":"a","rows":[{"id":1,"parts":[{"id":1}]},{"id":1}]}');
  expect(isRead).toBe(false);
});
