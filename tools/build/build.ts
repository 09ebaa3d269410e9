import { ensureModules } from '#tools/setup/ensure-modules.ts';
import { buildDashboard } from './build-dashboard.ts';

await ensureModules();
// Without a folder of its own it is built to be served.
const [, , folder] = process.argv;
await buildDashboard(folder);
