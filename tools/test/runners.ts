import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, runNode } from '#tools/setup/run-command.ts';
import { addCounts, countPlaywright, countVitest, NOTHING, type Counts } from './counts.ts';

/** Runs vitest with these arguments and counts. */
export function runVitest(args: readonly string[]): Promise<Counts> {
  return withReport(async (report) => {
    const { code } = await runNode(
      [
        join(ROOT, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--allowOnly=false',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...args,
      ],
      { output: 'show' },
    );
    return countVitest(report, code);
  });
}

/** Projects of playwright.config.ts that share the machine, and the one that has it for itself. */
const TOGETHER = ['--project=desktop', '--project=phone', '--project=extensions-off', '--project=parts'];
const ALONE = ['--project=alone', '--workers=1'];

/**
 * Runs the browser tests with these arguments and counts: first those that run side by side, then those that are
 * throttled or printed, by themselves.
 * @param isShuffled one project after the other: a worker that switches projects restarts its browser and its service,
 *   which in a random order happens at nearly each test
 */
export async function runBrowserTests(args: readonly string[], { isShuffled = false } = {}): Promise<Counts> {
  const isWhole = args.length === 0;
  let sum = NOTHING;
  const passes = [...(isShuffled ? TOGETHER.map((project) => [project]) : [TOGETHER]), ALONE];
  for (const [index, pass] of passes.entries()) {
    const counts = await withReport(async (report) => {
      const { code } = await runNode(
        [
          join(ROOT, 'node_modules/@playwright/test/cli.js'),
          'test',
          '--reporter=list,json',
          // A selection may have no test in one of the two groups.
          ...(isWhole ? [] : ['--pass-with-no-tests']),
          // Each empties its folder first: what is left of a failure stays over the later ones.
          `--output=test-results/pass-${index + 1}`,
          ...pass,
          ...args,
        ],
        { output: 'show', env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
      );
      return countPlaywright(report, code, { mayBeEmpty: !isWhole });
    });
    sum = addCounts(sum, counts);
  }
  return sum;
}

async function withReport(run: (file: string) => Promise<Counts>): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'support-console-test-'));
  try {
    return await run(join(folder, 'report.json'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
