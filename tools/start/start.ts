import { spawn } from 'node:child_process';
import { ROOT, runNode } from '#tools/setup/run-command.ts';
import { isBuilt } from '#tools/build/build-stamp.ts';
import { ensureModules } from '#tools/setup/ensure-modules.ts';

await ensureModules();
if (!isBuilt()) {
  process.stderr.write('Building the dashboard …\n');
  // A process of its own, so that the memory of the build is given back before the service starts.
  const { code } = await runNode(['tools/build/build.ts'], { output: 'show' });
  if (code !== 0) process.exit(1);
}

const service = spawn(process.execPath, ['tools/node/run.mjs', '--serve', 'server/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, DEMO: process.env['DEMO'] ?? '1' },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => service.kill(signal));
service.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
