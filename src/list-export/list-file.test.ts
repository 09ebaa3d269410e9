import { expect, test, vi } from 'vitest';
import { ListReader, type ReadPage, writtenFile } from './list-file.ts';

const row = (id: number) => ({ id: BigInt(id) });
type Row = ReturnType<typeof row>;

/** A list that `between` may change before each page but the first. */
function service(ids: number[], between: (ids: number[], page: number) => void = () => undefined) {
  let page = 0;
  return vi.fn<ReadPage<Row>>((skip, limit) => {
    if (page > 0) between(ids, page);
    page += 1;
    return Promise.resolve({ items: ids.slice(skip, skip + limit).map(row), total_count: ids.length });
  });
}

const { signal } = new AbortController();
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const idsOf = (reader: ListReader<Row>) => reader.rows.map(({ id }) => Number(id));

test('every page, in the order of the list, with progress', async () => {
  const reader = new ListReader(service(numbers(450)));
  const seen: unknown[] = [];
  await reader.run(signal, () => seen.push(reader.progress));
  expect(idsOf(reader)).toEqual(numbers(450));
  expect(seen).toEqual([200, 400, 450].map((loaded) => ({ loaded, total: 450 })));
});

test('a row that a new one pushed to the next page is in the file once', async () => {
  const reader = new ListReader(service(numbers(300), (ids) => ids.unshift(1000 + ids.length)));
  await reader.run(signal, () => undefined);
  expect(idsOf(reader)).toEqual(numbers(300));
});

test('rows that moved up because others left are not missed', async () => {
  const reader = new ListReader(service(numbers(450), (ids, page) => page === 1 && ids.splice(3, 5)));
  await reader.run(signal, () => undefined);
  expect(idsOf(reader)).toEqual(numbers(450));
});

test('after a failure it continues where it stopped', async () => {
  const read = service(numbers(450));
  read.mockImplementationOnce(read.getMockImplementation() ?? expect.fail()).mockRejectedValueOnce(new Error('cut'));
  const reader = new ListReader(read);
  await expect(reader.run(signal, () => undefined)).rejects.toThrow('cut');
  expect(reader.rows).toHaveLength(200);
  await reader.run(signal, () => undefined);
  expect(idsOf(reader)).toEqual(numbers(450));
  expect(read.mock.calls.map(([skip]) => skip)).toEqual([0, 200, 200, 400]);
});

test('a file ends at its limit and knows the rows of the list', async () => {
  const reader = new ListReader(service(numbers(450)), 250);
  await reader.run(signal, () => undefined);
  expect(idsOf(reader)).toEqual(numbers(250));
  expect(reader.progress).toEqual({ loaded: 250, total: 250 });
  expect(reader.total).toBe(450);
});

test('rows of a file that the service wrote: a line break in quotes ends no row', () => {
  expect(writtenFile('id,note\r\n1,"two\r\nlines, ""quoted"""\r\n2,\r\n')).toMatchObject({ rows: 2, total: 2 });
  expect(writtenFile('id,note\r\n').rows).toBe(0);
});
