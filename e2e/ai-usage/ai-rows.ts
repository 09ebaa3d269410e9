import * as z from 'zod/mini';
import type { TestService } from '#e2e/support/service.ts';

/** Days long before the demo data: everything in them is from the test. */
export const DAYS = { from: '2024-02-28', to: '2024-03-02' } as const;
export const HOSTILE = '<img src=x onerror="alert(1)">';

interface CallRow {
  readonly feature: string;
  readonly model: string;
  readonly input_tokens?: number;
  readonly output_tokens?: number;
  readonly cost_usd?: number;
  readonly session_id?: string;
  readonly cache_hit?: boolean;
  readonly status?: 'ok' | 'error';
  readonly created_utc?: string;
}

/** Stores AI calls on the leap day of 2024 unless another instant is given. */
export async function ingestCalls(service: TestService, calls: readonly CallRow[]): Promise<void> {
  await ingest(
    service,
    calls.map((call) => ({
      kind: 'ai_call',
      input_tokens: 0,
      output_tokens: 0,
      latency_ms: 400,
      status: 'ok',
      created_utc: '2024-02-29T12:00:00Z',
      ...call,
    })),
  );
}

const Stored = z.object({ data: z.object({ failed: z.literal(0) }) });

/** Every item has to be stored. */
export async function ingest(service: TestService, items: readonly object[]): Promise<void> {
  Stored.parse((await service.call('POST', 'ingest', { body: { items } })).json);
}

const List = z.object({ data: z.object({ items: z.array(z.unknown()), total_count: z.number() }) });

/** All records of a list of the API, page by page. */
export async function listAll<Row>(
  service: TestService,
  resource: string,
  query: Readonly<Record<string, string>>,
  row: z.ZodMiniType<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = { ...query, limit: '200', skip: String(rows.length) };
    const { items } = List.parse((await service.call('GET', resource, { query: page })).json).data;
    if (items.length === 0) return rows;
    rows.push(...items.map((item) => z.parse(row, item)));
  }
}
