import { type BindRowResult, listBindJobs, listBindRows } from '#contract/bind-jobs.ts';
import { csvLine } from '#contract/csv.ts';
import { call, type CallQuery } from '#src/api/call.ts';
import { read } from '#src/api/read.ts';
import type { Outcome } from '#src/bulk-bind/search.ts';

/** Imports and rows of a page. */
export const PAGE = 20;
export const ROWS_PAGE = 100;
/** As many rows as one answer may hold. */
const FILE_PAGE = 10_000;

/** The imports of the site, newest first. */
export function jobsOptions(skip: number) {
  return { ...read(listBindJobs, { limit: PAGE, skip }), staleTime: 10_000 };
}

/** One import; `items` is empty where there is none. */
export function jobOptions(id: bigint) {
  return read(listBindJobs, { id, limit: 1 });
}

/** What became of the rows of an import. */
export function rowsOptions(id: bigint, outcome: Outcome | undefined, skip: number) {
  return read(listBindRows, { ...rowsQuery(id, outcome), limit: ROWS_PAGE, skip });
}

function rowsQuery(id: bigint, outcome: Outcome | undefined) {
  return outcome === undefined ? { id } : { id, outcome };
}

const ROW_FIELDS = ['line', 'outcome', 'code', 'identity_id'] as const satisfies readonly (keyof BindRowResult)[];

/** The same as CSV. */
export async function rowsFile(id: bigint, outcome: Outcome | undefined, signal: AbortSignal): Promise<string> {
  const lines = [csvLine(ROW_FIELDS)];
  for await (const items of rowPages(rowsQuery(id, outcome), signal)) {
    for (const row of items) lines.push(csvLine(ROW_FIELDS.map((field) => row[field])));
  }
  return lines.join('');
}

/** All rows of an import, behind what people ask for themselves. */
async function* rowPages(
  of: CallQuery<typeof listBindRows>,
  signal?: AbortSignal,
): AsyncGenerator<readonly BindRowResult[]> {
  for (let skip = 0; ; skip += FILE_PAGE) {
    const query = { ...of, limit: FILE_PAGE, skip };
    const { items, total_count: total } = await call(listBindRows, { query, priority: 'background', signal });
    yield items;
    if (items.length === 0 || skip + items.length >= total) return;
  }
}
