import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { endRunningCommands } from '#tools/setup/run-command.ts';
import { runBrowserTests } from './runners.ts';
import { prepareBrowser, select } from './run-some.ts';

// Browser tests on a machine that has other work to do, in random orders: CONTRIBUTING.md, "Running tests".

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '1' },
    loops: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string' },
  },
});
const times = Number(values.times);
const loopCount = Number(values.loops);
const isCount = (number: number, least: number): boolean => Number.isInteger(number) && number >= least;
if (!isCount(times, 1) || !isCount(loopCount, 0)) {
  console.error('npm run test:busy -- [--times N] [--loops N] [--seed TEXT] [PATH or words]');
  process.exit(1);
}

const loops: ChildProcess[] = [];
function endLoops(): void {
  for (const loop of loops) loop.kill('SIGKILL');
}
process.on('exit', endLoops);
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => {
    endRunningCommands();
    process.exit(code);
  });
}

if (!(await prepareBrowser())) process.exit(1);
for (let n = 0; n < loopCount; n += 1) {
  loops.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
}

const { browserFiles, title } = positionals.length === 0 ? { browserFiles: [], title: undefined } : select(positionals);
const lines: string[] = [];
for (let round = 1; round <= times; round += 1) {
  const seed = values.seed ?? String(randomInt(1_000_000));
  const begin = Date.now();
  const { passed, failed, failures } = await runBrowserTests(
    [`--shuffle=${seed}`, ...browserFiles, ...(title === undefined ? [] : ['-g', title])],
    { isShuffled: true },
  );
  const seconds = Math.round((Date.now() - begin) / 1000);
  lines.push(
    `round ${round}, ${loopCount} busy loops, --seed ${seed}: ${passed} passed, ${failed} failed (${seconds} s)`,
    ...failures.map((name) => `  failed: ${name}`),
  );
  if (failed > 0) process.exitCode = 1;
}
console.log(`\n${lines.join('\n')}`);
endLoops();
