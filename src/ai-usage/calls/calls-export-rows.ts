import type { AiCallEntry } from '#contract/ai-reports.ts';
import { csvFile } from '#src/format/csv.ts';

/** A file has no more rows than this. */
export const MAX_CSV_ROWS = 10_000;
const PAGE = 200;

interface CallsPage {
  readonly items: readonly AiCallEntry[];
  readonly total_count: number;
}

/**
 * All calls of a list, page by page, up to `MAX_CSV_ROWS`. Calls that are made meanwhile push others to the next page:
 * each is taken once.
 * @param onPage after each page: rows so far, and how many there will be
 */
export async function collectCalls(
  readPage: (page: { readonly limit: number; readonly skip: number }) => Promise<CallsPage>,
  onPage: (loaded: number, wanted: number) => void,
): Promise<{ readonly calls: readonly AiCallEntry[]; readonly total: number }> {
  const calls = new Map<bigint, AiCallEntry>();
  for (let skip = 0; ; skip += PAGE) {
    const { items, total_count: total } = await readPage({ limit: PAGE, skip });
    for (const call of items) if (calls.size < MAX_CSV_ROWS) calls.set(call.id, call);
    onPage(calls.size, Math.min(total, MAX_CSV_ROWS));
    if (items.length === 0 || skip + PAGE >= total || calls.size >= MAX_CSV_ROWS) {
      return { calls: [...calls.values()], total };
    }
  }
}

const COLUMNS = [
  'id',
  'created_utc',
  'feature',
  'model',
  'status',
  'input_tokens',
  'output_tokens',
  'cost_usd',
  'priced',
  'latency_ms',
  'cache_hit',
  'session_id',
  'ticket_id',
  'customer_identity_id',
  'token_id',
  'token_label',
  'over_cap',
  'error_code',
  'refused_by',
] as const satisfies readonly (keyof AiCallEntry)[];

/** The file: the fields of the API by their names, costs with every digit. */
export function callsCsv(calls: readonly AiCallEntry[]): string {
  return csvFile(
    COLUMNS,
    calls.map((call) =>
      COLUMNS.map((name) => {
        const value = call[name];
        return typeof value === 'boolean' ? String(value) : value;
      }),
    ),
  );
}
