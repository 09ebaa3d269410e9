import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ROOT } from '#tools/setup/run-command.ts';
import { DIST, hashSources, stampFile } from './build-stamp.ts';

/** Builds the dashboard, its embedded pages and the customer's page. Imports vite late: the packages may just have been installed. */
export async function buildDashboard(outDir: string = DIST): Promise<void> {
  const { build } = await import('vite');
  const stamp = hashSources();
  await build({ root: ROOT, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  const file = stampFile(outDir);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, stamp);
}
