import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '#contract/json.ts';
import { JsonItems, type FoundItem } from './json-items.ts';

/** Reads a text in pieces of a size. */
function read(text: string | Uint8Array, size = 7, lists: readonly string[] = ['tickets', 'users']): FoundItem[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const items = new JsonItems(lists);
  const found: FoundItem[] = [];
  for (let at = 0; at < bytes.length; at += size) found.push(...items.push(bytes.subarray(at, at + size)));
  return [...found, ...items.end()];
}

const values = (text: string, size?: number) =>
  read(text, size).map((item) => ('value' in item ? item.value : item.problem));

test('objects in a row, in a list and in the named lists of a page are the same items, whatever the pieces', () => {
  const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 });
  const property = fc.property(objects, fc.integer({ min: 1, max: 40 }), fc.boolean(), (raw, size, isIndented) => {
    // Without the keys that make an object a page.
    const items = raw.map((item) => ({ n: 1, ...item, tickets: 0, users: 0 }));
    const write = (value: unknown) => JSON.stringify(value, null, isIndented ? 2 : 0);
    const expected = items.map((item) => parseJson(JSON.stringify(item)));
    expect(values(items.map(write).join('\n'), size)).toEqual(expected);
    expect(values(`\uFEFF${write(items)}\n`, size)).toEqual(expected);
    const page = { count: 2, other: [{ tickets: [{ no: 1 }] }], tickets: items, next: { tickets: 1 }, users: items };
    expect(values(write(page), size)).toEqual([...expected, ...expected]);
    expect(values(`${write(page)}\n${write(page)}`, size)).toHaveLength(4 * items.length);
  });
  fc.assert(property, { numRuns: 300 });
});

test('ids keep all their digits', () => {
  expect(values('[{"id":9007199254740993}]')).toEqual([{ id: 9_007_199_254_740_993n }]);
});

test('a broken line is one problem, and the next line is read', () => {
  expect(values('{"a":1}\n{"b":"cut\n{"c":3}\nnothing\n[1]\n{"d":}\n{"e":5}')).toEqual([
    { a: 1 },
    'a text in it has no end',
    { c: 3 },
    'it is not a JSON object',
    'it is not a JSON object',
  ]);
});

test('a broken list and a file that ends early are reported, and what came before is read', () => {
  expect(values('[{"a":1},{"b":"cut\n"},{"c":3}]')).toEqual([{ a: 1 }, 'a text in it has no end']);
  expect(values('[{"a":1},{"b":2')).toEqual([{ a: 1 }, 'the file ends in the middle of it']);
  expect(values('{"tickets":[{"a":1}')).toEqual([{ a: 1 }, 'the file ends in the middle of it']);
  expect(values('[{"a":1},7]')).toEqual([{ a: 1 }, 'it is not a JSON object']);
  expect(values('[{"a":}, {"b":2}]')).toEqual(['it is not JSON', { b: 2 }]);
  expect(read(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toEqual([{ problem: 'it is not UTF-8' }]);
  expect(values('')).toEqual([]);
});

test('an item over 16 MiB is a problem and is not kept', () => {
  const text = `[{"a":"${'x'.repeat(17 * 1_048_576)}"},{"b":2}]`;
  expect(read(text, 65_536)).toEqual([{ problem: 'it is over 16 MiB' }, { value: { b: 2 } }]);
});
