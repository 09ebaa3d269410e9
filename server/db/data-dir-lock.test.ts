import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, inject, test } from 'vitest';
import { acquirePidFile } from './data-dir-lock.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(inject('testFolder'), 'lock-'));
});

test('the lock is exclusive until it is released', async () => {
  const release = await acquirePidFile(folder);
  expect(release).not.toBeNull();
  expect(await acquirePidFile(folder)).toBeNull();
  await release?.();
  expect(await readdir(folder)).toEqual([]);
  expect(await acquirePidFile(folder)).not.toBeNull();
});

test.each([
  ['a process that is gone', '999999999 12345'],
  ['a younger process with the same id', `${process.pid} long ago`],
  ['a crash while it was written', ''],
])('a file of %s does not count as locked', async (_case, text) => {
  await writeFile(path.join(folder, 'lock'), text);
  expect(await acquirePidFile(folder)).not.toBeNull();
  expect(await readFile(path.join(folder, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} .+`));
  expect(await readdir(folder)).toEqual(['lock']);
});

test('of many concurrent attempts one gets the lock', async () => {
  const taken = await Promise.all(Array.from({ length: 10 }, () => acquirePidFile(folder)));
  expect(taken.filter((release) => release !== null)).toHaveLength(1);
  expect(await readdir(folder)).toEqual(['lock']);
});
