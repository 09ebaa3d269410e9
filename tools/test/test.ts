import { join } from 'node:path';
import { installModules } from '#tools/setup/ensure-modules.ts';
import { endRunningCommands, ROOT } from '#tools/setup/run-command.ts';

// This file has to run before any package is installed: what needs packages is imported after.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.on(signal, () => {
    endRunningCommands();
    process.exitCode = code;
  });
}

const isInstalled =
  (await installModules()) &&
  (await installModules(join(ROOT, 'tools', 'boundaries'))) &&
  (await installModules(join(ROOT, 'tools', 'mcp'))) &&
  (await installModules(join(ROOT, 'tools', 'openapi'))) &&
  (await installModules(join(ROOT, 'tools', 'prism')));
if (isInstalled && !(await installModules(join(ROOT, 'tools', 'postgres15'))))
  console.error('PostgreSQL 15 could not be installed: nothing is tried on it');
if (isInstalled) {
  const words = process.argv.slice(2);
  if (words.length === 0) await (await import('./run-all.ts')).runAll();
  else await (await import('./run-some.ts')).runSome(words);
} else {
  console.error('npm ci failed: please check the network and the lines above.');
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
