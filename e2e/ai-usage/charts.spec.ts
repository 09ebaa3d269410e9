import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { Download, Locator, Page } from '@playwright/test';
import { makeAiCalls } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { MIDDLE, NOVEMBER, region as panel } from './ai-support.ts';

const SPEND = 'Spend against budget';
const PER_DAY = 'Cost per day';

const walker = (frame: Locator): Locator => frame.getByRole('slider', { name: 'Values by day' });
/** The rule of a chart at the day that is looked at, with the index of that day. */
const rule = (frame: Locator): Locator => frame.locator('[data-crosshair]');

async function save(page: Page, title: string, kind: 'CSV' | 'PNG' | 'SVG'): Promise<Download> {
  await panel(page, title)
    .getByRole('button', { name: `Download ${title}` })
    .click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: `Download ${kind}` }).click();
  return download;
}

const contentOf = async (download: Download): Promise<Buffer> => readFile(await download.path());

test.beforeEach(async ({ clock, site }) => {
  await clock.set(MIDDLE);
  await makeAiCalls(site, NOVEMBER);
});

test('arrow keys walk the days of a chart, each is spoken, both charts mark it, and axe finds nothing', async ({
  page,
  site,
}) => {
  await signIn(page, site, { path: '/ai/usage' });
  const perDay = panel(page, PER_DAY);
  const spend = panel(page, SPEND);
  await walker(perDay).focus();
  await page.keyboard.press('Home');
  await expect(rule(perDay)).toHaveAttribute('data-crosshair', '0');
  await page.keyboard.press('End');
  await expect(rule(perDay)).toHaveAttribute('data-crosshair', '29');
  await expect(walker(perDay)).toHaveAttribute('aria-valuetext', /^18 Nov.* so far: \$1\.50/);
  await expect(rule(spend), 'today is in the month too').toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expect(rule(perDay)).toHaveAttribute('data-crosshair', '28');
  await expect(walker(perDay)).toHaveAttribute('aria-valuetext', /^17 Nov: \$2\.50/);
  await page.keyboard.press('Escape');
  await expect(rule(perDay)).toHaveCount(0);
  await expect(rule(spend)).toHaveCount(0);

  await page.keyboard.press('t');
  const row = perDay.getByRole('table').locator('tbody tr').nth(28);
  await expect(row.getByRole('rowheader').or(row.getByRole('cell').first()).first()).toHaveText('17 Nov');
  await expect(row).toContainText('$2.50');
  await expect(walker(spend), 'the key means the chart with the focus').toBeVisible();
  await walker(spend).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(rule(spend)).toHaveCount(1);
  await checkA11y(page);
});

test('a day of a chart leads to its calls, by Enter and by a click, and its columns are solid', async ({
  page,
  site,
}) => {
  await signIn(page, site, { path: '/ai/usage?days=90' });
  const perDay = panel(page, PER_DAY);
  const edges = () =>
    perDay.getByRole('img').evaluate((picture) => {
      const columns = [...picture.querySelectorAll('rect[data-series]')].map((column) => ({
        start: Number(column.getAttribute('x')),
        width: Number(column.getAttribute('width')),
      }));
      return { step: (columns[1]?.start ?? 0) - (columns[0]?.start ?? 0), width: columns[0]?.width ?? 0 };
    });
  await expect.poll(async () => (await edges()).width).toBeGreaterThan(0);
  const { step, width } = await edges();
  expect((step - width) / step).toBeLessThan(0.151);
  await walker(perDay).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/usage\/calls\?.*from=2026-11-17&to=2026-11-18/);
  await expect(page.getByText('1 to 4 of 4 calls')).toBeVisible();
  await page.goBack();
  await walker(perDay).click();
  await expect(page).toHaveURL(/usage\/calls/);
});

test('a part of a column leads to the calls of its feature on that day, its names below to all of the day', async ({
  page,
  site,
}) => {
  await signIn(page, site, { path: '/ai/usage?days=7&metric=calls' });
  const perDay = panel(page, 'Calls per day');
  // Yesterday had three calls of the bot, two of them cached, and one of `tone`, which stands above them.
  const part = perDay.locator('rect[data-series="tone"]').last();
  await settled(page);
  const clickAt = async (at: Locator, below = 0) => {
    const box = await at.boundingBox();
    if (box === null) throw new Error('It is not on screen');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + below);
    await page.mouse.down();
    await page.mouse.up();
  };
  await clickAt(part);
  await expect(page).toHaveURL(/from=2026-11-17&to=2026-11-18&feature=tone/);
  await expect(page.getByText('1 to 1 of 1 calls')).toBeVisible();
  await page.goBack();
  await expect(part).toBeVisible();
  await settled(page);
  await clickAt(perDay.getByText('Today', { exact: true }));
  await expect(page).toHaveURL(/from=2026-11-18&to=2026-11-19/);
  await expect(page).not.toHaveURL(/feature=/);
  await expect(page.getByText('1 to 2 of 2 calls')).toBeVisible();
});

test('forced colours: features have the same pattern in the table and the columns', async ({ page, site }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, site, { path: '/ai/usage' });
  const patternOf = async (at: Locator) => {
    const fill = (await at.first().getAttribute('fill')) ?? '';
    const id = /^url\(#(.*)\)$/.exec(fill)?.[1];
    return id === undefined ? fill : page.locator(`[id="${id}"] path`).first().getAttribute('d');
  };
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
  await expect(page.locator('rect[data-series]').first()).toBeVisible();
  const seen = new Set<string | null>();
  for (const name of ['bot', 'copilot', 'summary', 'kb_search']) {
    const inTable = await patternOf(row(name).locator('[data-swatch]'));
    expect(await patternOf(page.locator(`rect[data-series="${name}"]`)), name).toBe(inTable);
    seen.add(inTable);
  }
  expect(seen.size).toBe(4);
});

test('the table of a chart is its file, cell by cell, a day of nothing is drawn, and the picture is saved as it is on screen', async ({
  page,
  site,
}) => {
  await signIn(page, site, { path: '/ai/usage' });
  const perDay = panel(page, PER_DAY);
  const picture = perDay.getByRole('img');
  // Of 30 days five have calls that cost something.
  await expect(picture.locator('rect[data-series][height="1"]')).toHaveCount(25);
  await expect
    .poll(() => perDay.evaluate((frame) => frame.getAnimations({ subtree: true }).length), 'nothing moves')
    .toBe(0);

  const csv = await contentOf(await save(page, PER_DAY, 'CSV'));
  await perDay.getByRole('button', { name: 'View as table' }).click();
  await expect(picture).toHaveCount(0);
  const [head = [], ...rows] = z.array(z.array(z.string())).parse(parse(csv.toString(), { bom: true }));
  expect(head.slice(0, 4)).toEqual(['date_utc', 'cost_usd', 'calls', 'tokens']);
  expect(rows).toHaveLength(30);
  expect(rows.map(([, cost]) => cost)).toEqual(
    Array.from({ length: 30 }, (_, day) => ({ 0: '4', 11: '10', 12: '1', 28: '2.5', 29: '1.5' })[day] ?? '0'),
  );
  const usd = (exact: string) => `$${Number(exact).toFixed(2)}`;
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
  await expect(perDay.getByRole('table').locator('tbody tr').locator('th, td')).toHaveText(
    rows.flatMap(([date = '', cost = '', calls = '', tokens = '', ...more]) => [
      ...[day.format(new Date(`${date}T00:00:00Z`)), usd(cost), calls, tokens],
      ...more.map(usd),
    ]),
  );

  const shown = panel(page, SPEND).getByRole('img');
  await expect(shown).toBeVisible();
  const svg = (await contentOf(await save(page, SPEND, 'SVG'))).toString();
  expect(svg).toContain(`>${SPEND}</text>`);
  expect(svg).toContain('>cumulative');
  expect(svg, 'it needs no style sheet').not.toMatch(/ class=| style=|var\(--/);
  const isRead = await page.evaluate(async (text) => {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await image.decode();
    return image.naturalWidth > 0;
  }, svg);
  expect(isRead, 'a browser reads it').toBe(true);
  const png = await contentOf(await save(page, SPEND, 'PNG'));
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  // Two dots a px, with the margins.
  await expect
    .poll(async () => 2 * Math.ceil(((await shown.boundingBox())?.width ?? 0) + 32))
    .toBe(png.readUInt32BE(16));
});

test('a chart whose code cannot be fetched gives way to its figures', async ({ page, site, problems }) => {
  problems.allow(/Failed to load resource/);
  // The script that draws them, whatever its file is called.
  await intercept(page, /\.js$/, async (route) => {
    const answer = await route.fetch();
    await ((await answer.text()).includes('data-crosshair') ? route.abort() : route.fulfill({ response: answer }));
  });
  await signIn(page, site, { path: '/ai/usage' });
  const perDay = panel(page, PER_DAY);
  await expect(perDay.getByText('The chart could not be loaded. These are its figures.')).toBeVisible();
  await expect(perDay.getByRole('table').locator('tbody tr')).toHaveCount(30);
});

test('on paper every column of the tables is there, and no button of a chart', async ({ page, site }) => {
  await signIn(page, site, { path: '/ai/usage?days=90' });
  await expect(page.getByRole('table', { name: 'The conversations that cost the most' })).toBeVisible();
  // A4 without its margins.
  await page.setViewportSize({ width: 704, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  await expect(panel(page, PER_DAY).getByRole('button', { name: 'View as table' })).toBeHidden();
  for (const name of [/^AI usage by feature/, 'The conversations that cost the most']) {
    const cell = page.getByRole('table', { name }).locator('tr').first().locator('th:visible').last();
    await expect
      .poll(async () => {
        const box = await cell.boundingBox();
        return box === null ? Infinity : box.x + box.width;
      }, String(name))
      .toBeLessThanOrEqual(704);
  }
});
