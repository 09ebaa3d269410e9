import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countPlaywright, countVitest, NOTHING } from './counts.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'support-console-counts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(report: object): Promise<string> {
  const file = join(folder, 'report.json');
  await writeFile(file, JSON.stringify(report));
  return file;
}

const vitest = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] };
const playwright = { stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 2 } };

test('adds up what the runners report', async () => {
  expect(countVitest(await write(vitest), 0)).toEqual({ passed: 7, failed: 0, skipped: 2 });
  expect(countPlaywright(await write(playwright), 0)).toEqual({ passed: 5, failed: 0, skipped: 2 });
});

test('a test that passed only on a second try has failed', async () => {
  const stats = { ...playwright.stats, unexpected: 1, flaky: 1 };
  expect(countPlaywright(await write({ stats }), 1)).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

test('a file that did not load is a failed test', async () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
  ];
  expect(countVitest(await write({ ...vitest, numFailedTests: 1, testResults }), 1).failed).toBe(2);
});

test.each([
  ['a bad exit code', vitest, 1],
  ['no test at all', { ...vitest, numPassedTests: 0 }, 0],
])('%s is a failure', async (_why, report, exitCode) => {
  expect(countVitest(await write(report), exitCode).failed).toBe(1);
});

test('a part of the tests may have none in one pass; the whole may not', async () => {
  const empty = await write({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } });
  expect(countPlaywright(empty, 0, { mayBeEmpty: true })).toEqual(NOTHING);
  expect(countPlaywright(empty, 1, { mayBeEmpty: true }).failed).toBe(1);
  expect(countPlaywright(empty, 0).failed).toBe(1);
});

test('a missing report is a failure', () => {
  expect(countVitest(join(folder, 'nowhere.json'), 0).failed).toBe(1);
  expect(countPlaywright(join(folder, 'nowhere.json'), 0).failed).toBe(1);
});
