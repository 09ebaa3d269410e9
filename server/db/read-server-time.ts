import type { Engine } from './engine.ts';
import { readRows } from './read-rows.ts';

/** What the database server's own clock says, in milliseconds: for comparing it with ours, and for nothing else. */
export async function readServerTime({ source }: Engine): Promise<number> {
  const text = `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  const [row] = readRows<{ ms: number }>(
    await source.use('owner', (connection) => connection.run({ text, values: [] })),
  );
  if (row === undefined) throw new Error('the time was not answered');
  return row.ms;
}
