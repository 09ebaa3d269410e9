import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT, runNode } from '#tools/setup/run-command.ts';
import { DIST, isBuilt } from './build-stamp.ts';
import { filesOf } from './built-files.ts';
import { compressText } from './precompress.ts';

let dist = DIST;
let folder: string | null = null;

beforeAll(async () => {
  if (isBuilt()) return;
  folder = await mkdtemp(join(tmpdir(), 'support-console-build-'));
  dist = join(folder, 'dist');
  const env = { NODE_ENV: undefined, VITEST: undefined };
  const { code, text } = await runNode([join(ROOT, 'tools/build/build.ts'), dist], { output: 'keep', env });
  if (code !== 0) throw new Error(text);
}, 120_000);
afterAll(async () => {
  if (folder !== null) await rm(folder, { recursive: true, force: true });
});

const scriptsOf = (document: string) => filesOf(dist, document).filter((file) => file.endsWith('.js'));

/** In kB (1,000 bytes), compressed as the service sends them. */
async function weigh(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => (await compressText(readFileSync(join(dist, file)))).length / 1000),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('the inbox shows its rows after at most 300 kB of scripts in 12 files, and the customer’s page after 110 kB', async () => {
  const inbox = scriptsOf('index.html');
  expect(inbox.length).toBeLessThanOrEqual(12);
  expect(await weigh(inbox)).toBeLessThanOrEqual(300);
  expect(await weigh(filesOf(dist, 'portal.html').filter((file) => /\.(?:js|css)$/.test(file)))).toBeLessThanOrEqual(
    110,
  );
});

test('an embedded page runs nothing of the application before its host has answered', () => {
  const inbox = scriptsOf('index.html');
  const [app] = inbox.filter((file) => file.startsWith('assets/app-'));
  expect(app).toBeDefined();
  expect(scriptsOf('embed.html')).not.toContain(app);
  expect(scriptsOf('portal.html')).not.toContain(app);
});
