import { isBuilt } from '#tools/build/build-stamp.ts';
import { ensureModules } from '#tools/setup/ensure-modules.ts';
import { runNode } from '#tools/setup/run-command.ts';

await ensureModules();
if (!isBuilt()) await runNode(['tools/build/build.ts'], { output: 'show' });
for (const file of [
  'bench/get-requests.ts',
  'bench/list-tickets.ts',
  'bench/growth.ts',
  'bench/export-csv.ts',
  'bench/webhook-latency.ts',
  'bench/webhook-sites.ts',
  'bench/bulk-tickets.ts',
  'bench/ai-usage.ts',
  'bench/ai-insights.ts',
  'bench/duplicates.ts',
  'bench/bulk-bind.ts',
  'bench/bulk-bind-page.ts',
  'bench/bulk-bind-import.ts',
  'bench/customers.ts',
  'bench/portal-links.ts',
  'bench/other-site.ts',
  'bench/cold-start.ts',
  'bench/chart-page.ts',
  'bench/inbox-scroll.ts',
  'bench/inbox-keys.ts',
  'bench/key-times.ts',
]) {
  const { code } = await runNode([file], { output: 'show' });
  if (code !== 0) process.exitCode = 1;
}
