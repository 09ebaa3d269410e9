import { expect, test } from 'vitest';
import type { AiCallEntry } from '#contract/ai-reports.ts';
import { fieldsFile } from '#src/list-export/list-file.ts';
import { CALL_FIELDS } from './calls-page.tsx';

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
    error_code: null,
    refused_by: null,
  };
}

test('every digit is kept, and a text that a spreadsheet would run is guarded', () => {
  const [head, row] = fieldsFile(CALL_FIELDS, [makeCall(7)]).split('\r\n');
  expect(head).toBe(
    '\uFEFFid,created_utc,feature,model,status,input_tokens,output_tokens,cost_usd,priced,latency_ms,cache_hit,session_id,ticket_id,customer_identity_id,token_id,token_label,error_code,refused_by',
  );
  expect(row).toBe(
    `7,2026-11-20T14:32:05.000Z,bot,small,ok,9007199254740993,2,4.2e-7,true,310,false,'=cmd(),,,3,"Bot, ""live""",,`,
  );
});
