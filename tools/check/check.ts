import { join } from 'node:path';
import { ensureModules } from '#tools/setup/ensure-modules.ts';
import { ROOT } from '#tools/setup/run-command.ts';
import { runChecks } from './steps.ts';

await ensureModules();
await ensureModules(join(ROOT, 'tools', 'boundaries'));
await ensureModules(join(ROOT, 'tools', 'mcp'));
await runChecks((name, problem) => {
  console.log(problem === '' ? `ok      ${name}` : `FAILED  ${name}\n${problem}\n`);
  if (problem !== '') process.exitCode = 1;
});
