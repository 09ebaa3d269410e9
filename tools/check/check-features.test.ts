import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkFeatures } from './check-features.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'support-console-features-'));
  for (const folder of ['docs', 'e2e']) await mkdir(join(root, folder));
  await writeFile(
    join(root, 'docs', 'features.md'),
    '| id | what |\n|---|---|\n| IN-01 | filter |\n| GX-03 | themes |\n',
  );
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** @param titles With `~` for the hyphen, so that this file claims none of them. */
async function check(...titles: readonly string[]): Promise<readonly string[]> {
  const text = titles.map((title) => `test(\n  '${title.replaceAll('~', '-')}', () => {});\n`).join('');
  await writeFile(join(root, 'e2e', 'planted.spec.ts'), text);
  return checkFeatures(root);
}

test('ids of the table and operations of the contract may appear in titles', async () => {
  expect(
    await check('IN~01, GX~03: both', 'GX~03 one', 'API~tickets~GET a page', 'API~ai_spend~GET', 'UTF~16'),
  ).toEqual([]);
});

test('an id that the table lacks is found, behind another one too', async () => {
  expect(await check('IN~01: one', 'IN~02: two', 'GX~03, GX~99: several')).toEqual([
    'e2e/planted.spec.ts: docs/features.md does not explain IN-02',
    'e2e/planted.spec.ts: docs/features.md does not explain GX-99',
  ]);
});

test('an operation that the contract lacks is found', async () => {
  expect(await check('IN~01, GX~03: both', 'API~tickets~DELETE one', 'API~gone~GET')).toEqual([
    'e2e/planted.spec.ts: there is no operation API-tickets-DELETE',
    'e2e/planted.spec.ts: there is no operation API-gone-GET',
  ]);
});

test('a row that no test claims is found', async () => {
  expect(await check('IN~01: one')).toEqual(['docs/features.md: no test claims GX-03']);
});

test('without the table nothing is explained', async () => {
  await rm(join(root, 'docs', 'features.md'));
  expect(await check('IN~01: one')).toEqual(['e2e/planted.spec.ts: docs/features.md does not explain IN-01']);
});
