import { join } from 'node:path';
import { isBuilt } from '#tools/build/build-stamp.ts';
import { ensureModules } from '#tools/setup/ensure-modules.ts';
import { ROOT, runNode } from '#tools/setup/run-command.ts';

await ensureModules();
if (!isBuilt()) await runNode(['tools/build/build.ts'], { output: 'show' });
const { measureBuild } = await import('./measure-build.ts');

for (const { name, value, limit, unit, detail } of await measureBuild(join(ROOT, 'dist'))) {
  const isOver = value > limit;
  const shown = unit === 'kB' ? value.toFixed(1) : String(value);
  console.log(
    `${isOver ? 'OVER' : 'ok  '}  ${name.padEnd(28)} ${shown.padStart(7)} of ${String(limit).padStart(3)} ${unit}`,
  );
  if (isOver) process.exitCode = 1;
  if (isOver || process.argv.includes('--detail')) console.log(detail.map((line) => `        ${line}`).join('\n'));
}
