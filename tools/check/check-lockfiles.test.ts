import { cp, mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '#tools/setup/run-command.ts';
import { checkLockfiles } from './check-lockfiles.ts';

let copy: string;
beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'support-console-locks-'));
  await mkdir(join(copy, 'src'));
  const files = ['package.json', 'package-lock.json', 'tools/node/package.json', 'tools/node/package-lock.json'];
  for (const name of [...files, 'deploy/Dockerfile']) await cp(join(ROOT, name), join(copy, name));
});
afterEach(() => rm(copy, { recursive: true, force: true }));

async function replace(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(join(copy, file), 'utf8');
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  await writeFile(join(copy, file), changed);
}

test('the lockfile as it is passes', () => {
  expect(checkLockfiles(copy)).toEqual([]);
});

test.each([
  ['a range', 'package.json', /"fastify": "/, '"fastify": "^', /fastify: \^.* is no exact version/],
  [
    'a missing hash',
    'package-lock.json',
    /("node_modules\/fastify": \{[^}]*?)"integrity": "[^"]*",/,
    '$1',
    /fastify has no integrity/,
  ],
  [
    'a tool of another platform without a hash',
    'package-lock.json',
    /("node_modules\/@oxlint\/binding-darwin-x64": \{[^}]*?)"integrity": "[^"]*",/,
    '$1',
    /binding-darwin-x64 has no integrity/,
  ],
  [
    'an image with another Node',
    'deploy/Dockerfile',
    /NODE_VERSION=24/,
    'NODE_VERSION=22',
    /deploy\/Dockerfile: Node 22/,
  ],
  ['types of another Node', 'package.json', /"@types\/node": "24/, '"@types/node": "22', /@types\/node: 22/],
  [
    'another source',
    'package-lock.json',
    /("node_modules\/fastify": \{)/,
    '$1 "resolved": "https://elsewhere.example/f.tgz",',
    /elsewhere/,
  ],
  [
    'an install script',
    'package-lock.json',
    /("node_modules\/fastify": \{)/,
    '$1 "hasInstallScript": true,',
    /install script/,
  ],
  [
    'a platform left out',
    'package-lock.json',
    /"node_modules\/@oxlint\/binding-darwin-x64"/,
    '"node_modules/gone"',
    /binding-darwin-x64 is missing/,
  ],
])('%s is refused', async (_what, file, from, to, expected) => {
  await replace(file, from, to);
  expect(checkLockfiles(copy)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]));
});

test('counts the packages of the browser', async () => {
  const names = Array.from({ length: 13 }, (_, index) => `import 'package-${index}';`);
  await writeFile(join(copy, 'src', 'planted.ts'), names.join('\n'));
  expect(checkLockfiles(copy)).toEqual(['13 packages for browser, at most 12']);
});
