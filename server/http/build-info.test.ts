import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBuild } from './build-info.ts';

const COMMIT = 'a'.repeat(40);
let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'support-console-build-'));
  mkdirSync(path.join(root, '.git/refs/heads'), { recursive: true });
  writeFileSync(path.join(root, 'package.json'), '{"version":"1.2.3"}');
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (name: string, text: string) => writeFileSync(path.join(root, '.git', name), text);

test('without a checkout the revision is empty', () => {
  expect(readBuild(root)).toEqual({ version: '1.2.3', node: process.version, revision: '' });
});

test('the revision is that of the branch, of a packed branch, or of a detached head', () => {
  write('HEAD', 'ref: refs/heads/main\n');
  write('packed-refs', `# pack-refs with: peeled\n${COMMIT} refs/heads/main\n`);
  expect(readBuild(root).revision).toBe(COMMIT);
  write('refs/heads/main', `${'b'.repeat(40)}\n`);
  expect(readBuild(root).revision).toBe('b'.repeat(40));
  write('HEAD', `${'c'.repeat(40)}\n`);
  expect(readBuild(root).revision).toBe('c'.repeat(40));
});
