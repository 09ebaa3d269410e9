import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBuilt } from '#tools/build/build-stamp.ts';
import { ensureChromium } from '#tools/setup/ensure-chromium.ts';
import { ensureModules } from '#tools/setup/ensure-modules.ts';
import { runNode } from '#tools/setup/run-command.ts';

await ensureModules();
if (!isBuilt()) await runNode(['tools/build/build.ts'], { output: 'show' });
if (!(await ensureChromium())) throw new Error('No Chromium could be found or installed');
const { takeShots } = await import('./take-shots.ts');

// `npm run shots -- inbox ticket` takes only pictures whose names contain one of the words.
const folder = await mkdtemp(join(tmpdir(), 'support-console-shots-'));
try {
  await takeShots(folder, process.argv.slice(2));
} finally {
  await rm(folder, { recursive: true, force: true });
}
