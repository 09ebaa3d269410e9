import { join } from 'node:path';
import { ensureModules } from '#tools/setup/ensure-modules.ts';
import { ROOT, runNode } from '#tools/setup/run-command.ts';

await ensureModules();
const { code } = await runNode([join(ROOT, 'node_modules/oxfmt/bin/oxfmt'), '.'], { output: 'show' });
process.exitCode = code;
