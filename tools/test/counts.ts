import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import * as z from 'zod/mini';
import { ROOT } from '#tools/setup/run-command.ts';

/** How many tests of a part ended how. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** File and title of each failed test that the report names. */
  readonly failures: readonly string[];
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

const Suite = z.object({
  get suites() {
    return z.optional(z.array(Suite));
  },
  specs: z.array(z.object({ file: z.string(), line: z.number(), title: z.string(), ok: z.boolean() })),
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(Suite),
});

/** The counts in a report of vitest; a file that did not load is one failed test. */
export function countVitest(file: string, exitCode: number): Counts {
  const report = readReport(file, VitestReport);
  if (report === undefined) return withoutReport(exitCode);
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${relative(ROOT, name)} ${test.fullName}`),
  );
  return believe(exitCode, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...failures, ...unloaded.map(({ name }) => `${relative(ROOT, name)} was not loaded`)],
  });
}

/** The counts in a report of Playwright. @param mayBeEmpty a run in which no test was asked for has not failed */
export function countPlaywright(file: string, exitCode: number, { mayBeEmpty = false } = {}): Counts {
  const report = readReport(file, PlaywrightReport);
  if (report === undefined) return mayBeEmpty && exitCode === 0 ? NOTHING : withoutReport(exitCode);
  const { expected, unexpected, flaky, skipped } = report.stats;
  if (mayBeEmpty && exitCode === 0 && expected + unexpected + flaky + skipped === 0) return NOTHING;
  return believe(exitCode, {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    failures: report.suites.flatMap(failedSpecs),
  });
}

function failedSpecs({ suites = [], specs }: z.output<typeof Suite>): string[] {
  return [
    ...specs.filter(({ ok }) => !ok).map(({ file, line, title }) => `${file}:${line} ${title}`),
    ...suites.flatMap(failedSpecs),
  ];
}

export const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    failures: [...one.failures, ...other.failures],
  };
}

/** The runner broke down before it could count. */
function withoutReport(exitCode: number): Counts {
  console.log(`No report was written: exit code ${exitCode}`);
  return { ...NOTHING, failed: 1 };
}

/** A run that failed without a failed test, or in which nothing ran, has failed. */
function believe(exitCode: number, counts: Counts): Counts {
  const isDoubtful = counts.failed === 0 && (exitCode !== 0 || counts.passed === 0);
  return isDoubtful ? { ...counts, failed: 1 } : counts;
}

function readReport<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.output<Schema> | undefined {
  if (!existsSync(file)) return undefined;
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return parsed.success ? parsed.data : undefined;
}
