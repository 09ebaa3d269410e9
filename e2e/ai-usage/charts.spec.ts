import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { Download, Locator, Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const SPEND = 'Spend against budget';
const PER_DAY = 'Cost per day';

const panel = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });
const walker = (frame: Locator): Locator => frame.getByRole('slider', { name: 'Values by day' });
/** The rule of a chart at the day that is looked at, with the index of that day. */
const rule = (frame: Locator): Locator => frame.locator('[data-crosshair]');

async function save(page: Page, title: string, kind: 'CSV' | 'PNG' | 'SVG'): Promise<Download> {
  await panel(page, title)
    .getByRole('button', { name: `Save ${title}` })
    .click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: `Save as ${kind}` }).click();
  return download;
}

const contentOf = async (download: Download): Promise<Buffer> => readFile(await download.path());

/** The cells of the table that a panel shows, without its head. */
const cellsOf = (frame: Locator): Promise<string[][]> =>
  frame
    .getByRole('table')
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)));

test('arrow keys walk the days of a chart, each is spoken, and both charts mark it', async ({ page, service }) => {
  await signIn(page, service, { path: '/ai/usage' });
  const perDay = panel(page, PER_DAY);
  const spend = panel(page, SPEND);
  await walker(perDay).focus();
  await page.keyboard.press('Home');
  await expect(rule(perDay)).toHaveAttribute('data-crosshair', '0');
  await page.keyboard.press('End');
  await expect(rule(perDay)).toHaveAttribute('data-crosshair', '29');
  await expect(walker(perDay)).toHaveAttribute('aria-valuetext', /so far: \$/);
  await expect(rule(spend), 'today is in the month too').toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expect(rule(perDay)).toHaveAttribute('data-crosshair', '28');
  const spoken = (await walker(perDay).getAttribute('aria-valuetext')) ?? '';
  await page.keyboard.press('Escape');
  await expect(rule(perDay)).toHaveCount(0);
  await expect(rule(spend)).toHaveCount(0);

  await page.keyboard.press('t');
  const [day = '', cost = ''] = (await cellsOf(perDay))[28] ?? [];
  expect(spoken.startsWith(`${day}: ${cost}`), `${spoken}: the table says ${cost} on ${day}`).toBe(true);
  await expect(walker(spend), 'the key means the chart with the focus').toBeVisible();
});

test('the table of a chart is its file, cell by cell, and a day of nothing is drawn', async ({ page, service }) => {
  await signIn(page, service, { path: '/ai/usage' });
  const perDay = panel(page, PER_DAY);
  const picture = perDay.getByRole('img');
  await expect(picture).toBeVisible();
  const zeros = await picture.locator('rect[data-series][height="1"]').count();
  expect(await perDay.evaluate((frame) => frame.getAnimations({ subtree: true }).length), 'nothing moves').toBe(0);

  const csv = await contentOf(await save(page, PER_DAY, 'CSV'));
  await perDay.getByRole('button', { name: 'View as table' }).click();
  await expect(picture).toHaveCount(0);
  const shown = await cellsOf(perDay);
  const [head = [], ...rows] = z.array(z.array(z.string())).parse(parse(csv.toString(), { bom: true }));
  expect(head.slice(0, 4)).toEqual(['date_utc', 'cost_usd', 'calls', 'tokens']);
  expect(rows).toHaveLength(30);
  expect(shown.map((cells) => cells.length)).toEqual(rows.map((cells) => cells.length));
  for (const [row, cells] of rows.entries()) {
    for (const [column, exact] of [...cells.entries()].slice(1)) {
      const text = (shown[row]?.[column] ?? '').replaceAll(/[$,]/g, '');
      const places = text.split('.')[1]?.length ?? 0;
      const off = Math.abs(Number(text) - Number(exact));
      expect(off, `${text} is ${exact}, rounded`).toBeLessThanOrEqual(0.5001 * 10 ** -places);
    }
  }
  expect(zeros).toBe(rows.filter(([, cost]) => Number(cost) === 0).length);
  expect(zeros, 'the demo site has days without a call').toBeGreaterThan(0);
});

test('a line is tried with its handle: by the keys in percents, with the mouse by its place', async ({
  page,
  service,
}) => {
  await signIn(page, service, { path: '/ai/usage?budget=100' });
  const handle = panel(page, SPEND).getByRole('slider', { name: /^What if/ });
  const budget = (): number => Number(new URL(page.url()).searchParams.get('budget'));
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(budget).toBe(101);
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(budget).toBe(90.9);
  await expect(handle, 'the focus stays').toBeFocused();
  const box = await handle.boundingBox();
  if (box === null) throw new Error('The handle is not on screen');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 20, { steps: 4 });
  await expect.poll(budget).toBeLessThan(90);
  await page.mouse.up();
  await expect(handle).toHaveAttribute('aria-valuenow', String(budget()));
});

test('axe finds nothing in a chart and in the table of another', async ({ page, service }) => {
  await signIn(page, service, { path: '/ai/usage' });
  await panel(page, PER_DAY).getByRole('button', { name: 'View as table' }).click();
  await expect(panel(page, PER_DAY).getByRole('table')).toBeVisible();
  await walker(panel(page, SPEND)).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(rule(panel(page, SPEND))).toHaveCount(1);
  await checkA11y(page);
});

test('the picture of a chart is saved as it is on screen', async ({ page, service }) => {
  await signIn(page, service, { path: '/ai/usage' });
  const box = await panel(page, SPEND).getByRole('img').boundingBox();
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
  expect(png.readUInt32BE(16), 'two dots a px, with the margins').toBe(2 * Math.ceil((box?.width ?? 0) + 32));
});

test('a chart whose code cannot be fetched gives way to its figures', async ({ page, service, problems }) => {
  problems.allow(/Failed to load resource/);
  await page.route(/\/assets\/charts-[^/]*\.js$/, (route) => route.abort());
  await signIn(page, service, { path: '/ai/usage' });
  const perDay = panel(page, PER_DAY);
  await expect(perDay.getByText('The chart could not be loaded. These are its figures.')).toBeVisible();
  await expect(perDay.getByRole('table').locator('tbody tr')).toHaveCount(30);
});

test('a finger that rests on a chart reads it, one that moves scrolls @phone', async ({ page, service }) => {
  await signIn(page, service, { path: '/ai/usage' });
  const spend = panel(page, SPEND);
  const days = walker(spend);
  const finger = { pointerType: 'touch', clientX: 200, clientY: 300 };
  await days.dispatchEvent('pointerdown', finger);
  await days.dispatchEvent('pointermove', { ...finger, clientY: 340 });
  await days.dispatchEvent('pointerup', finger);
  await days.dispatchEvent('pointerdown', finger);
  await expect(rule(spend)).toHaveCount(1);
  await days.dispatchEvent('pointerup', finger);
  await expect(rule(spend)).toHaveCount(0);
  await expect(days).toHaveCSS('touch-action', 'pan-y');
});
