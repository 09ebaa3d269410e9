import { ensureModules } from '#tools/setup/ensure-modules.ts';
import { buildDashboard } from './build-dashboard.ts';

await ensureModules();
const { findPrograms } = await import('#server/db/embedded/programs.ts');
// Without a package for this platform the service needs DATABASE_URL, and says so when it starts.
await findPrograms().catch(() => undefined);
// Without a folder of its own it is built to be served.
const [, , folder] = process.argv;
await buildDashboard(folder);
