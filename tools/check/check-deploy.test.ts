import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '#tools/setup/run-command.ts';
import { checkDeploy } from './check-deploy.ts';

const FILES = [
  'deploy/Dockerfile',
  'deploy/support-console.service',
  'docs/deploying.md',
  'docs/operating.md',
  'tools/node/run.mjs',
  'tools/service/start-service.ts',
];

let copy: string;
beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'support-console-deploy-'));
  for (const name of FILES) await cp(join(ROOT, name), join(copy, name));
});
afterEach(() => rm(copy, { recursive: true, force: true }));

test('the files as they are pass', () => {
  expect(checkDeploy(copy)).toEqual([]);
});

test.each([
  ['another heap', 'deploy/Dockerfile', 'max-old-space-size=256', 'max-old-space-size=512'],
  ['a flag that is missing', 'deploy/support-console.service', '--max-semi-space-size=16 ', ''],
  ['a flag that only one has', 'deploy/support-console.service', 'server/main.ts', '--stack-size=2000 server/main.ts'],
  ['tests with another heap', 'tools/service/start-service.ts', 'max-old-space-size=256', 'max-old-space-size=512'],
  ['a page with another heap', 'docs/operating.md', 'heap of 256 MB', 'heap of 512 MB'],
])('%s is refused', async (_what, file, from, to) => {
  const text = await readFile(join(copy, file), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(copy, file), text.replace(from, to));
  expect(checkDeploy(copy)).toEqual([expect.stringContaining(`${file}: `)]);
});

test('a new flag of npm run serve is asked of every other start', async () => {
  const text = await readFile(join(copy, 'tools/node/run.mjs'), 'utf8');
  await writeFile(
    join(copy, 'tools/node/run.mjs'),
    text.replace("'--max-semi-space-size=16'", "'--max-semi-space-size=16', '--stack-size=2000'"),
  );
  expect(checkDeploy(copy)).toHaveLength(3);
});
