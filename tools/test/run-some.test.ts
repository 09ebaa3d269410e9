import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { select } from './run-some.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'support-console-select-'));
  for (const folder of ['server/tickets', 'src/inbox', 'e2e/inbox', 'tools/node_modules'])
    await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, 'server/tickets/list.test.ts'), "test('IN-01: status', f);");
  await writeFile(join(root, 'src/inbox/filters.test.ts'), "test('a filter', f);");
  await writeFile(join(root, 'e2e/inbox/filters.spec.ts'), "test('IN-01: several (at once)', f);");
  await writeFile(join(root, 'tools/node_modules/other.test.ts'), "test('IN-01', f);");
});
afterAll(() => rm(root, { recursive: true, force: true }));

test('a file and a folder are taken with all tests in them', () => {
  expect(select(['e2e/inbox'], root)).toEqual({
    vitestFiles: [],
    browserFiles: ['e2e/inbox/filters.spec.ts'],
    title: undefined,
  });
  expect(select(['src/inbox/filters.test.ts', 'server'], root).vitestFiles).toEqual([
    'server/tickets/list.test.ts',
    'src/inbox/filters.test.ts',
  ]);
});

test('words are looked for in all files, and are no pattern', () => {
  expect(select(['IN-01'], root)).toEqual({
    vitestFiles: ['server/tickets/list.test.ts'],
    browserFiles: ['e2e/inbox/filters.spec.ts'],
    title: 'IN-01',
  });
  expect(select(['several', '(at', 'once)'], root).title).toBe(String.raw`several \(at once\)`);
});

test('words beside a path narrow it', () => {
  const { vitestFiles, browserFiles } = select(['e2e', 'IN-01'], root);
  expect([vitestFiles, browserFiles]).toEqual([[], ['e2e/inbox/filters.spec.ts']]);
});

test('what is nowhere selects nothing', () => {
  expect(select(['IN-99'], root)).toMatchObject({ vitestFiles: [], browserFiles: [] });
});
