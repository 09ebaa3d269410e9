import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Lockfile } from '#tools/setup/lockfile.ts';
import { ROOT, runCommand } from '#tools/setup/run-command.ts';

const bill = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      hashes: z.optional(z.array(z.object({ alg: z.string(), content: z.string() }))),
    }),
  ),
});

/** The integrity of the lockfile as an SBOM writes it. */
function hexOf(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
}

test('npm run sbom lists every package that is installed in production or built into the pages, with its hash', async () => {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { code, text } = await runCommand(npm, ['run', '--silent', 'sbom'], { output: 'keep' });
  expect(code, text).toBe(0);
  const { components } = bill.parse(JSON.parse(text));
  const listed = new Map(components.map((one) => [`${one.name}@${one.version}`, one]));

  const lock: Lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const production = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true,
  );
  const built = ['react', 'react-dom', 'recharts', '@tanstack/react-query', '@tanstack/react-router'];
  const wanted = [
    ...production,
    ...built.map((name) => [`node_modules/${name}`, lock.packages[`node_modules/${name}`]] as const),
  ];
  expect(production.length).toBeGreaterThan(20);
  for (const [path, locked] of wanted) {
    const name = path.split('node_modules/').at(-1) ?? path;
    const one = listed.get(`${name}@${locked?.version}`);
    expect(one, path).toBeDefined();
    expect(locked?.integrity, path).toMatch(/^sha512-/);
    expect(one?.hashes, path).toContainEqual({ alg: 'SHA-512', content: hexOf(locked?.integrity ?? '') });
  }
}, 60_000);
