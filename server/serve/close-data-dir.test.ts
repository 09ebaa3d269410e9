import { chmod, mkdir, mkdtemp, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, inject, test } from 'vitest';
import { closeDataDir, isOpenToOthers } from './close-data-dir.ts';

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(path.join(inject('testFolder'), 'modes-'));
  folder = path.join(parent, 'data');
});

async function make(mode: number, ...names: readonly string[]): Promise<void> {
  await mkdir(folder);
  for (const name of names) await writeFile(path.join(folder, name), 'x', { mode: 0o600 });
  await chmod(folder, mode);
}

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

test('an absent folder is not created', async () => {
  expect(await closeDataDir(folder)).toEqual([]);
  await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});

test.each([0o755, 0o750, 0o711, 0o770, 0o701])('an empty folder with mode %o is closed', async (mode) => {
  await make(mode);
  expect(await isOpenToOthers(folder)).toBe(true);
  expect(await closeDataDir(folder)).toEqual([folder]);
  expect(await modeOf(folder)).toBe(0o700);
  expect(await closeDataDir(folder)).toEqual([]);
});

test('a folder with our key is closed, and so is the key', async () => {
  await make(0o755, 'secret.key', 'notes.txt');
  const key = path.join(folder, 'secret.key');
  await chmod(key, 0o640);
  expect(await closeDataDir(folder)).toEqual([folder, key]);
  expect([await modeOf(folder), await modeOf(key)]).toEqual([0o700, 0o600]);
});

test('a folder of a node with an external PostgreSQL is closed: it has only uploads', async () => {
  await make(0o755, 'tmp', 'forwarding-headers');
  expect(await closeDataDir(folder)).toEqual([folder]);
});

test('an open key in a closed folder is closed', async () => {
  await make(0o700, 'secret.key');
  const key = path.join(folder, 'secret.key');
  await chmod(key, 0o604);
  expect(await closeDataDir(folder)).toEqual([key]);
  expect(await modeOf(key)).toBe(0o600);
});

test('a folder that others use is refused with one line and stays unchanged', async () => {
  await make(0o755, 'photos.zip');
  const refusal = await closeDataDir(folder).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'StartFailure', exitCode: 1 });
  expect(refusal).toMatchObject({ message: expect.stringMatching(/^DATA_DIR [^\n]+ is open to other users [^\n]+$/) });
  expect(await modeOf(folder)).toBe(0o755);
});

test('a closed folder may hold anything', async () => {
  await make(0o700, 'photos.zip');
  expect(await closeDataDir(folder)).toEqual([]);
});
