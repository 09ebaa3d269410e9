import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { ROOT, runNode } from '#tools/setup/run-command.ts';

/** Built as `npm run build` does: in a process of its own, without the variables of the tests. */
async function build(folder: string): Promise<void> {
  const env = { NODE_ENV: undefined, VITEST: undefined };
  const { code, text } = await runNode([join(ROOT, 'tools/build/build.ts'), folder], { output: 'keep', env });
  expect({ code, text: code === 0 ? '' : text }).toEqual({ code: 0, text: '' });
}

/** Name and SHA-256 of every file, compressed ones too. */
function hashFiles(folder: string): string[] {
  return globSync('**/*', { cwd: folder })
    .concat(globSync('.vite/*', { cwd: folder }))
    .filter((file) => statSync(join(folder, file)).isFile())
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex')}  ${file}`,
    )
    .toSorted();
}

// Two builds take long: it is part of `npm run test:faults`.
test.runIf(inject('trials') === 'long')(
  'two builds of the same sources are the same, byte for byte',
  async () => {
    const parent = await mkdtemp(join(tmpdir(), 'support-console-builds-'));
    try {
      const folders = [join(parent, 'one'), join(parent, 'another-place', 'two')];
      for (const folder of folders) await build(folder);
      const [first = [], second] = folders.map(hashFiles);
      expect(first.length).toBeGreaterThan(20);
      expect(first.some((line) => line.endsWith('index.html.br'))).toBe(true);
      expect(second).toEqual(first);
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  },
  600_000,
);
