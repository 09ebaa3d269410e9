import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '#tools/setup/run-command.ts';
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
const playwright = { stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 2 }, suites: [] };

test('adds up what the runners report', async () => {
  expect(countVitest(await write(vitest), 0)).toEqual({ passed: 7, failed: 0, skipped: 2, failures: [] });
  expect(countPlaywright(await write(playwright), 0)).toEqual({ passed: 5, failed: 0, skipped: 2, failures: [] });
});

test('a test that passed only on a second try has failed', async () => {
  const stats = { ...playwright.stats, unexpected: 1, flaky: 1 };
  const report = await write({ ...playwright, stats });
  expect(countPlaywright(report, 1)).toMatchObject({ passed: 5, failed: 2, skipped: 2 });
});

test('a file that did not load is a failed test', async () => {
  const testResults = [
    { name: 'a.test.ts', status: 'failed', assertionResults: [] },
    { name: 'b.test.ts', status: 'failed', assertionResults: [{ status: 'failed', fullName: 'adds' }] },
  ];
  expect(countVitest(await write({ ...vitest, numFailedTests: 1, testResults }), 1).failed).toBe(2);
});

test('names what failed', async () => {
  const testResults = [
    {
      name: join(ROOT, 'server/a.test.ts'),
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'the bill adds up' },
        { status: 'passed', fullName: 'the bill is paid' },
      ],
    },
    { name: join(ROOT, 'src/b.test.ts'), status: 'failed', assertionResults: [] },
  ];
  expect(countVitest(await write({ ...vitest, numFailedTests: 1, testResults }), 1).failures).toEqual([
    'server/a.test.ts the bill adds up',
    'src/b.test.ts was not loaded',
  ]);
  const specs = [
    { file: 'inbox/list.spec.ts', line: 7, title: 'scrolls', ok: false },
    { file: 'inbox/list.spec.ts', line: 9, title: 'sorts', ok: true },
  ];
  const suites = [{ specs: [], suites: [{ specs }] }];
  expect(countPlaywright(await write({ ...playwright, suites }), 1).failures).toEqual(['inbox/list.spec.ts:7 scrolls']);
});

test.each([
  ['a bad exit code', vitest, 1],
  ['no test at all', { ...vitest, numPassedTests: 0 }, 0],
])('%s is a failure', async (_why, report, exitCode) => {
  expect(countVitest(await write(report), exitCode).failed).toBe(1);
});

test('a part of the tests may have none in one pass; the whole may not', async () => {
  const empty = await write({ ...playwright, stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } });
  expect(countPlaywright(empty, 0, { mayBeEmpty: true })).toEqual(NOTHING);
  expect(countPlaywright(empty, 1, { mayBeEmpty: true }).failed).toBe(1);
  expect(countPlaywright(empty, 0).failed).toBe(1);
});

test('a missing report is a failure', () => {
  expect(countVitest(join(folder, 'nowhere.json'), 0).failed).toBe(1);
  expect(countPlaywright(join(folder, 'nowhere.json'), 0).failed).toBe(1);
});
