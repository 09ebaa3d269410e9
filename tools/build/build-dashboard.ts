import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ROOT } from '#tools/setup/run-command.ts';
import { buildEmbed } from './build-embed.ts';
import { buildPortal } from './build-portal.ts';
import { DIST, hashSources, stampFile } from './build-stamp.ts';
import { listChunks } from './list-chunks.ts';
import { precompress } from './precompress.ts';

/** Builds the dashboard, its embedded pages and the customer's page and compresses them. Imports vite late: the packages may just have been installed. */
export async function buildDashboard(outDir: string = DIST): Promise<void> {
  const { build } = await import('vite');
  const stamp = hashSources();
  const options = { outDir, manifest: true, emptyOutDir: true };
  await build({ root: ROOT, logLevel: 'warn', plugins: [listChunks()], build: options });
  await buildEmbed(outDir);
  await buildPortal(outDir);
  await precompress(outDir);
  const file = stampFile(outDir);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, stamp);
}
