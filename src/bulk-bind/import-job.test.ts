import { expect, test } from 'vitest';
import { startImport } from './import-job.ts';
import type { OpenFile } from './open-file.ts';

const FACTS: OpenFile['facts'] = {
  name: 'handles.csv',
  bytes: 10,
  delimiter: ',',
  hasHeader: true,
  columns: ['channel'],
  firstRow: ['sms'],
  rows: 1,
  matches: new Map(),
};
const DRY_RUN: OpenFile['dryRun'] = {
  counts: {
    ...{ total_rows: 1, bound: 1, refreshed: 0, minted_identity: 0 },
    ...{ bad_channel: 0, no_identity: 0, failed: 0 },
  },
  samples: [],
  calls: 1,
};

test('BB-09: an import whose worker fails does not start', async () => {
  const session = { id: 1, call: () => Promise.reject(new Error('The worker stopped')), close: () => undefined };
  expect(await startImport({ session, facts: FACTS, dryRun: DRY_RUN }, true, () => undefined)).toBe(false);
  expect(await startImport({ session, facts: FACTS, dryRun: null }, true, () => undefined)).toBe(false);
});
