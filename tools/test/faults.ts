import { join } from 'node:path';
import { ROOT, runNode } from '#tools/setup/run-command.ts';

/**
 * The trials of `npm test` that rest on chance, many times as often: kills, a database that goes away, input of any kind.
 * And what takes long: two builds, which must be the same.
 */
const FILES = ['server/faults', 'server/http/requests.fuzz.test.ts', 'tools/build/same-build.test.ts'];

const { code } = await runNode(
  [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...FILES, ...process.argv.slice(2)],
  {
    output: 'show',
    env: { SUPPORT_CONSOLE_TRIALS: 'long' },
  },
);
process.exitCode = code;
