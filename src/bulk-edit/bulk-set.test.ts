import { expect, test } from 'vitest';
import type { SendCall } from '#src/jobs/job.ts';
import { type BulkRow, readSubjects } from './bulk-set.ts';

function rowOf(number: number, subject: string | null = null): BulkRow {
  return {
    ...{ id: BigInt(number), number, subject, version: 1, state: 'failed' },
    ...{ code: 'conflict', message: null, requestId: null, before: null },
  };
}

test('IN-13: failed tickets that no list has loaded get their subjects, 500 with one filter', async () => {
  const rows = [rowOf(9_999, 'Known'), ...Array.from({ length: 501 }, (_, n) => rowOf(n + 1))];
  const filters: { any: { value: number[] }[] }[] = [];
  const send = async (_row: unknown, { query }: { query: { filter: string } }) => {
    const filter: (typeof filters)[number] = JSON.parse(query.filter);
    filters.push(filter);
    const items = filter.any
      .flatMap(({ value }) => value)
      .map((number) => ({ id: BigInt(number), ticket_number: number, subject: `Ticket ${number}` }));
    return { items, total_count: items.length };
  };
  // The test answers the one call that is made.
  await readSubjects(rows, send as unknown as SendCall);
  expect(filters.map(({ any }) => any.map(({ value }) => value.length))).toEqual([Array(10).fill(50), [1]]);
  expect(rows.map(({ subject }) => subject).slice(0, 2)).toEqual(['Known', 'Ticket 1']);
  expect(rows.at(-1)?.subject).toBe('Ticket 501');
});
