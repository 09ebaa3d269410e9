import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptFolder } from './kept-folder.ts';

const CACHE = path.join(import.meta.dirname, '../../node_modules/.cache');
const SOURCE = 'node_modules/.cache/kept-folder-test-source/*';

let made = 0;
beforeEach(async () => {
  made = 0;
  await mkdir(path.join(CACHE, 'kept-folder-test-source'), { recursive: true });
  await write('one');
});
afterEach(async () => {
  for (const name of ['kept-folder-test', 'kept-folder-test-source'])
    await rm(path.join(CACHE, name), { recursive: true, force: true });
});

function write(text: string): Promise<void> {
  return writeFile(path.join(CACHE, 'kept-folder-test-source/source.txt'), text);
}

/** Content of the folder: the text of the source, and how often one was made. */
async function take(settings?: string): Promise<string> {
  const folder = await keptFolder({
    name: 'kept-folder-test',
    madeBy: [SOURCE],
    ...(settings === undefined ? {} : { settings }),
    async make(into) {
      made += 1;
      const text = await readFile(path.join(CACHE, 'kept-folder-test-source/source.txt'), 'utf8');
      await writeFile(path.join(into, 'made.txt'), `${text} ${made}`);
    },
  });
  return readFile(path.join(folder, 'made.txt'), 'utf8');
}

test('a folder is made once, and anew when what it is made by or a setting has changed', async () => {
  expect([await take(), await take()]).toEqual(['one 1', 'one 1']);
  await write('two');
  expect(await take()).toBe('two 2');
  expect(await take('other')).toBe('two 3');
  await write('one');
  expect(await take()).toBe('one 1');
});

test('of a making that failed nothing is kept', async () => {
  const failing = keptFolder({
    name: 'kept-folder-test',
    madeBy: [SOURCE],
    async make(into) {
      await writeFile(path.join(into, 'made.txt'), 'half');
      throw new Error('no');
    },
  });
  await expect(failing).rejects.toThrow('no');
  expect(await take()).toBe('one 1');
});

test('two runs that make it at once have one', async () => {
  const texts = await Promise.all([take(), take()]);
  expect(new Set(texts).size).toBe(1);
});
