import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { INGEST_ITEMS, INGEST_KINDS, type IngestResult } from '#contract/ingest.ts';
import { arbitraryBody } from '#server/testing/arbitrary-input.ts';
import { expectError, expectSuccess } from '#server/testing/expect-answer.ts';
import { startTestService, type TestService, type TestSite } from '#server/testing/service.ts';

const REASONS = new Set(['bad_field', 'missing_field', 'not_found', 'conflict']);

let service: TestService;
let home: TestSite;

beforeAll(async () => {
  service = await startTestService();
  home = await service.createSite();
  return () => service.close();
});

test.each(INGEST_KINDS)('API-ingest-POST: any item of the kind %s is stored or refused with a reason', async (kind) => {
  const item = arbitraryBody(INGEST_ITEMS[kind]).map((fields) => ({ ...fields, kind }));
  let judged = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 8 }), async (items) => {
      const answer = await service.call('POST', 'ingest', { token: home.token, body: { items } });
      // A name or depth that no body may have fails the whole request.
      if (answer.status === 400) {
        expectError(answer, 'bad_request');
        return;
      }
      expectSuccess(answer);
      judged += items.length;
      expect(answer.json.data.results).toHaveLength(items.length);
      for (const result of answer.json.data.results as IngestResult[]) {
        if (result.outcome === 'failed') expect(REASONS, JSON.stringify(result.message)).toContain(result.code);
        else expect(result.id).not.toBeNull();
      }
    }),
    { numRuns: 60 },
  );
  expect(judged).toBeGreaterThan(0);
});
