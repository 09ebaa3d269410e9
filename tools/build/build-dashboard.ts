import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '#tools/setup/run-command.ts';
import { buildPortal } from './build-portal.ts';
import { hashSources, STAMP_FILE } from './build-stamp.ts';
import { listChunks } from './list-chunks.ts';
import { precompress } from './precompress.ts';

/** Builds the dashboard and the customer's page into dist and compresses them. Imports vite late: the packages may just have been installed. */
export async function buildDashboard(): Promise<void> {
  const { build } = await import('vite');
  const stamp = hashSources();
  await build({ root: ROOT, logLevel: 'warn', plugins: [listChunks()], build: { manifest: true, emptyOutDir: true } });
  await buildPortal();
  await precompress(join(ROOT, 'dist'));
  mkdirSync(dirname(STAMP_FILE), { recursive: true });
  writeFileSync(STAMP_FILE, stamp);
}
