import { ensureModules } from '#tools/setup/ensure-modules.ts';
import { buildDashboard } from './build-dashboard.ts';

await ensureModules();
await buildDashboard();
