import { join } from 'node:path';
import { isBuilt } from '#tools/build/build-stamp.ts';
import { ensureModules } from '#tools/setup/ensure-modules.ts';
import { ROOT, runNode } from '#tools/setup/run-command.ts';

await ensureModules();
if (!isBuilt()) await runNode(['tools/build/build.ts'], { output: 'show' });
const { measureBuild } = await import('./measure-build.ts');
const { readBuild } = await import('./read-build.ts');
const { describeChunk } = await import('./describe-chunk.ts');

const dist = join(ROOT, 'dist');
const isDetailed = process.argv.includes('--detail');
const chunks = readBuild(dist);
for (const { name, value, limit, unit, detail } of await measureBuild(dist)) {
  const isOver = value > limit;
  const shown = unit === 'kB' ? value.toFixed(1) : String(value);
  console.log(
    `${isOver ? 'OVER' : 'ok  '}  ${name.padEnd(26)} ${shown.padStart(7)} of ${(Number.isInteger(limit) ? String(limit) : limit.toFixed(1)).padStart(3)} ${unit}`,
  );
  if (isOver) process.exitCode = 1;
  if (!isOver && !isDetailed) continue;
  for (const line of detail) {
    const chunk = chunks.get(line);
    console.log(`        ${line}${chunk === undefined ? '' : `: ${describeChunk(chunk)}`}`);
  }
}
