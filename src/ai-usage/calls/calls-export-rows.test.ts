import { expect, test } from 'vitest';
import type { AiCallEntry } from '#contract/ai-reports.ts';
import { callsCsv, collectCalls, MAX_CSV_ROWS } from './calls-export-rows.ts';

function makeCall(id: number): AiCallEntry {
  return {
    id: BigInt(id),
    created_utc: '2026-11-20T14:32:05.000Z',
    feature: 'bot',
    model: 'small',
    status: 'ok',
    input_tokens: 9_007_199_254_740_993n,
    output_tokens: 2n,
    cost_usd: 0.000_000_42,
    priced: true,
    latency_ms: 310,
    cache_hit: false,
    session_id: '=cmd()',
    ticket_id: null,
    customer_identity_id: null,
    token_id: 3n,
    token_label: 'Bot, "live"',
    over_cap: true,
    error_code: null,
    refused_by: null,
  };
}

const pagesOf = (all: readonly AiCallEntry[]) => async (page: { readonly limit: number; readonly skip: number }) => ({
  items: all.slice(page.skip, page.skip + page.limit),
  total_count: all.length,
});

test('all pages are read, and how far it is', async () => {
  const all = Array.from({ length: 401 }, (_, index) => makeCall(index + 1));
  const steps: string[] = [];
  const { calls, total } = await collectCalls(pagesOf(all), (loaded, wanted) => steps.push(`${loaded}/${wanted}`));
  expect([calls.length, total]).toEqual([401, 401]);
  expect(steps).toEqual(['200/401', '400/401', '401/401']);
});

test('a call that new ones push to the next page is in the file once', async () => {
  const all = Array.from({ length: 300 }, (_, index) => makeCall(300 - index));
  const later = [makeCall(301), ...all];
  const { calls } = await collectCalls(
    (page) => pagesOf(page.skip === 0 ? all : later)(page),
    () => undefined,
  );
  expect(calls.length).toBe(300);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(300);
});

test('a file ends at its limit, and says how many there are', async () => {
  const all = Array.from({ length: MAX_CSV_ROWS + 250 }, (_, index) => makeCall(index + 1));
  const { calls, total } = await collectCalls(pagesOf(all), () => undefined);
  expect([calls.length, total]).toEqual([10_000, 10_250]);
});

test('an empty list is an empty file', async () => {
  expect(await collectCalls(pagesOf([]), () => undefined)).toEqual({ calls: [], total: 0 });
});

test('every digit stands, and a text that a spreadsheet would run does not', () => {
  const [head, row] = callsCsv([makeCall(7)]).split('\r\n');
  expect(head).toBe(
    '\uFEFFid,created_utc,feature,model,status,input_tokens,output_tokens,cost_usd,priced,latency_ms,cache_hit,session_id,ticket_id,customer_identity_id,token_id,token_label,over_cap,error_code,refused_by',
  );
  expect(row).toBe(
    `7,2026-11-20T14:32:05.000Z,bot,small,ok,9007199254740993,2,4.2e-7,true,310,false,'=cmd(),,,3,"Bot, ""live""",true,,`,
  );
});
