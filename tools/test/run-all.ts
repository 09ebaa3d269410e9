import { runChecks } from '#tools/check/steps.ts';
import { ensureChromium } from '#tools/setup/ensure-chromium.ts';
import { mayInstallDebian } from '#tools/setup/install-debian.ts';
import { runNode } from '#tools/setup/run-command.ts';
import { canLogIn, startPostgres } from '#tools/setup/start-postgres.ts';
import { NOTHING, type Counts } from './counts.ts';
import { runBrowserTests, runVitest } from './runners.ts';

const LOCAL_POSTGRES = 'postgres://postgres@127.0.0.1:5432/postgres';

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
  await Promise.all([
    runChecks((name, problem) => addStep(`check ${name}`, problem)),
    // Beside the checks: their last leaves half of the machine free.
    prepared.then(() => runScript('budgets', 'tools/budgets/budgets.ts')),
  ]);
  const postgres = await prepared;
  if (process.env['NO_POSTGRES'] === '1') console.log('PostgreSQL is left out: NO_POSTGRES=1');

  add('vitest', await runVitest([], postgres?.url));
  await postgres?.stop();
  add('browser', await runBrowserTests([]));

  // Once more at the end, where they are found: what failed stands thousands of lines above.
  console.log(`\n${[...failures.map((name) => `failed: ${name}`), ...lines].join('\n')}\n`);
  if (failed > 0) process.exitCode = 1;
  console.log(`${passed} passed, ${failed} failed`);
}

/** A browser, and with `CI=true` and root a PostgreSQL where none answers; what is missing makes its tests fail. */
async function prepareMachine(): Promise<Awaited<ReturnType<typeof startPostgres>>> {
  if (!(await ensureChromium())) console.error('No Chromium could be found or installed');
  const { CI, NO_POSTGRES, TEST_DATABASE_URL = '' } = process.env;
  const isWanted = CI === 'true' && NO_POSTGRES !== '1' && TEST_DATABASE_URL === '';
  if (!isWanted || !mayInstallDebian() || (await canLogIn(LOCAL_POSTGRES))) return undefined;
  const postgres = await startPostgres();
  if (postgres === undefined) console.error('No PostgreSQL could be installed or started');
  return postgres;
}
