import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBrowserTests } from './browser-test-rules.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'support-console-rules-'));
  await mkdir(join(root, 'e2e', 'inbox'), { recursive: true });
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function check(text: string, name = 'planted.spec.ts'): Promise<readonly string[]> {
  const file = join(root, 'e2e', 'inbox', name);
  await writeFile(file, text);
  const lines = checkBrowserTests(root);
  await rm(file);
  return lines;
}

test.each([
  'await new Promise((done) => setTimeout(done, 300));',
  'await page.waitForTimeout(1_000);',
  "import * as timers from 'node:timers/promises';",
  'expect(await row.count()).toBe(3);',
  'expect((await row.boundingBox())?.width).toBe(3);',
  'expect(await page.evaluate(() => document.title)).toBe("x");',
  'if (await all.isVisible()) await all.click();',
  'const name = `Saddle ${Date.now()}`;',
  'const at = new Date().toISOString();',
  'const word = crypto.randomUUID();',
  'await page.waitForResponse(/assets\\/palette-/);',
  "files.some((name) => name.includes('/vendor-'));",
  "test('x', async ({ page, service }) => {});",
  'await page.clock.install();',
  'await page.route(url, (route) => route.abort());',
])('a browser test may not say %s', async (line) => {
  expect(await check(`const a = 1;\n${line}\n`)).toEqual([expect.stringMatching(/^e2e\/inbox\/planted\.spec\.ts:2: /)]);
});

test.each([
  'test.setTimeout(90_000);',
  'await expect(row).toHaveCount(3);',
  'await expect.poll(() => row.count()).toBe(3);',
  'expect((await readTicket(site, id)).status).toBe("open");',
  'const shown = await row.textContent();',
  '// setTimeout would be a sleep',
  'const at = new Date(clock.now().getTime() - 1_000);',
  "test('x', async ({ page, ownService, demoSite }) => {});",
  'await clock.holdTimers(page);',
])('it may say %s', async (line) => {
  expect(await check(`${line}\n`)).toEqual([]);
});

test('what keeps the rules may look at the machine’s clock and at the service of the worker', async () => {
  const text = 'const ahead = start - Date.now();\nconst x = async ({ service }) => service;\n';
  expect(await check(text, 'test-support.ts')).toEqual([]);
  expect(await check('setTimeout(done, 300);\n', 'test-support.ts')).toHaveLength(1);
});
