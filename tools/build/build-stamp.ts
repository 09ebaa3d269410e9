import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#tools/setup/run-command.ts';

/** Everything that can change what the browser gets. */
const SOURCES = [
  '*.html',
  'src/**/*',
  'contract/**/*',
  'public/**/*',
  'vite.config.ts',
  'tailwind.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'tools/build/*.ts',
];

/** The built dashboard, which the service serves. */
export const DIST = join(ROOT, 'dist');

/** Written beside the manifest when a build is complete. */
export function stampFile(outDir: string): string {
  return join(outDir, '.vite', 'stamp.txt');
}

/** Written by the build itself. */
const GENERATED = ['src/app/route-tree.gen.ts'];

/** One hash over names and contents of all sources of the dashboard. */
export function hashSources(): string {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: ROOT, exclude: GENERATED }).toSorted()) {
    const path = join(ROOT, file);
    if (!statSync(path).isFile()) continue;
    const content = readFileSync(path);
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** True when dist was built from the sources as they are. */
export function isBuilt(): boolean {
  const file = stampFile(DIST);
  return existsSync(file) && readFileSync(file, 'utf8') === hashSources();
}
