import { runChecks } from '#tools/check/steps.ts';
import { ensureChromium } from '#tools/setup/ensure-chromium.ts';
import { ensurePgBouncer } from '#tools/setup/ensure-pgbouncer.ts';
import { runNode } from '#tools/setup/run-command.ts';
import { NOTHING, type Counts } from './counts.ts';
import { runBrowserTests, runVitest } from './runners.ts';

/** Runs every part, even after one failed, and ends with the one line `N passed, N failed`. */
export async function runAll(): Promise<void> {
  const lines: string[] = [];
  const failures: string[] = [];
  let passed = 0;
  let failed = 0;
  const begin = Date.now();

  function add(name: string, counts: Counts): void {
    passed += counts.passed;
    failed += counts.failed;
    failures.push(...counts.failures);
    const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`;
    const line = `${name}: ${counts.passed} passed, ${counts.failed} failed${skipped}`;
    lines.push(line);
    console.log(`--- ${line} (${Math.round((Date.now() - begin) / 1000)} s)`);
  }
  function addStep(name: string, problem: string): void {
    if (problem !== '') console.log(problem);
    add(name, problem === '' ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 });
  }
  async function runScript(name: string, file: string): Promise<void> {
    const { code } = await runNode([file], { output: 'show' });
    addStep(name, code === 0 ? '' : `${name}: exit code ${code}`);
  }

  // The build also writes the tree of routes, which the types need.
  await runScript('build', 'tools/build/build.ts');
  const prepared = prepareMachine();
  await runChecks((name, problem) => addStep(`check ${name}`, problem));
  await prepared;

  add('vitest', await runVitest([]));
  add('browser', await runBrowserTests([]));

  // Repeat the failures at the end: the originals are thousands of lines above.
  console.log(`\n${[...failures.map((name) => `failed: ${name}`), ...lines].join('\n')}\n`);
  if (failed > 0) process.exitCode = 1;
  console.log(`${passed} passed, ${failed} failed`);
}

async function prepareMachine(): Promise<void> {
  if (!(await ensureChromium())) console.error('No Chromium could be found or installed');
  await ensurePgBouncer();
}
