import { expect, test, vi } from 'vitest';
import { ListExport, type ReadPage } from './read-list.ts';

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

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const idsOf = (run: ListExport<Row>) => run.state.rows.map(({ id }) => Number(id));

test('every page, in the order of the list', async () => {
  const run = new ListExport<Row>();
  const read = service(numbers(450));
  const progress = vi.fn<(loaded: number, total: number) => void>();
  await run.run(read, progress);
  expect(idsOf(run)).toEqual(numbers(450));
  expect(progress.mock.calls).toEqual([
    [200, 450],
    [400, 450],
    [450, 450],
  ]);
  expect(run.state).toMatchObject({ moved: 0, left: 0 });
});

test('a row that a new one pushed into the next page is kept once, and told', async () => {
  const run = new ListExport<Row>();
  await run.run(
    service(numbers(300), (ids) => ids.unshift(1000 + ids.length)),
    () => undefined,
  );
  expect(idsOf(run)).toEqual(numbers(300));
  expect(run.state.moved).toBe(1);
});

test('rows that moved up because others left are not missed', async () => {
  const run = new ListExport<Row>();
  await run.run(
    service(numbers(450), (ids, page) => page === 1 && ids.splice(3, 5)),
    () => undefined,
  );
  expect(idsOf(run)).toEqual(numbers(450));
  expect(run.state.left).toBe(5);
});

test('after a failure it goes on where it stopped', async () => {
  const run = new ListExport<Row>();
  const read = service(numbers(450));
  read.mockImplementationOnce(read.getMockImplementation() ?? expect.fail()).mockRejectedValueOnce(new Error('cut'));
  await expect(run.run(read, () => undefined)).rejects.toThrow('cut');
  expect(run.state.rows).toHaveLength(200);
  await run.run(read, () => undefined);
  expect(idsOf(run)).toEqual(numbers(450));
  expect(read.mock.calls.map(([skip]) => skip)).toEqual([0, 200, 200, 400]);
});

test('an empty list ends at once', async () => {
  const run = new ListExport<Row>();
  await run.run(service([]), () => undefined);
  expect(run.state).toEqual({ rows: [], total: 0, moved: 0, left: 0 });
});

test('a file ends at its limit, and says how many rows there are', async () => {
  const run = new ListExport<Row>(250);
  const progress = vi.fn<(loaded: number, total: number) => void>();
  await run.run(service(numbers(450)), progress);
  expect(idsOf(run)).toEqual(numbers(250));
  expect(run.state.total).toBe(450);
  expect(progress).toHaveBeenLastCalledWith(250, 250);
});
