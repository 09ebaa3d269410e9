import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { Download, Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { makeRated, NOW, region } from './csat-support.ts';

const Rows = z.array(z.array(z.string()));
const TREND = 'Mean per day';

async function pick(page: Page, button: string, item: string): Promise<Download> {
  await page.getByRole('button', { name: button }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item, exact: true }).click();
  return download;
}

const rowsOf = async (download: Download) =>
  Rows.parse(parse(await readFile(await download.path(), 'utf8'), { bom: true }));

test.beforeEach(({ clock }) => clock.set(NOW));

test('CS-02, CS-14: points of under six answers are hollow, a 0 is drawn as one and a day of nothing not at all', async ({
  page,
  site,
  clock,
}) => {
  const of = (at: string, scores: readonly number[]) => scores.map((score) => [at, score, null, 'email'] as const);
  await makeRated(site, clock, [
    ...of('2026-11-18T09:00:00Z', [0]),
    ...of('2026-11-16T23:59:59Z', [5, 5, 4, 4, 3, 2]),
    ...of('2026-10-31T00:00:00Z', [4, 4, 4, 4, 5]),
  ]);
  await signIn(page, site, { path: '/csat' });
  const trend = region(page, TREND);
  const picture = trend.getByRole('img', { name: 'Mean of the answers of each day, 20 Oct to 18 Nov, UTC' });
  await expect(picture.locator('[data-point=hollow]')).toHaveCount(2);
  await expect(picture.locator('[data-point=full]')).toHaveCount(1);
  await expect
    .poll(() => picture.locator('rect[data-count]').evaluateAll((all) => all.map((one) => one.dataset['count'])))
    .toEqual(['5', '6', '1']);
  // The 0 is drawn at the bottom of the axis, below the others.
  const heights = await picture
    .locator('[data-point]')
    .evaluateAll((all) => all.map((point) => Number(point.getAttribute('cy'))));
  expect(heights[2]).toBeGreaterThan(Math.max(heights[0] ?? 0, heights[1] ?? 0));

  const [keys, ...days] = await rowsOf(await pick(page, `Download ${TREND}`, 'Download CSV'));
  expect(keys).toEqual(['date', 'mean', 'responses']);
  expect(days).toHaveLength(30);
  const rounded = days.filter(([, mean]) => mean !== '').map(([date, ...n]) => [date, ...n.map(round)]);
  expect(rounded).toEqual([
    ['2026-10-31', 4.2, 5],
    ['2026-11-16', 3.83, 6],
    ['2026-11-18', 0, 1],
  ]);
  expect(days.at(28), 'a gap is empty').toEqual(['2026-11-17', '', '0']);
  const png = await readFile(await (await pick(page, `Download ${TREND}`, 'Download PNG')).path());
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');

  await trend.getByRole('button', { name: 'View as table' }).click();
  const rows = trend.getByRole('table').locator('tbody tr');
  await expect(rows.nth(11)).toHaveText('31 Oct4.205');
  await expect(rows.nth(28)).toHaveText('17 NovNo answers0');
  await expect(rows.nth(29)).toHaveText('18 Nov0.001');
  await checkA11y(page);

  // Another window is read as a table, too.
  await page.keyboard.press('4');
  await expect(page).toHaveURL(/days=365/);
  const weeks = region(page, 'Mean per week');
  await expect(weeks.getByRole('row', { name: /^16 Nov/ }), 'seven answers of 23 points').toContainText(/3\.29\s*7/);
});

const round = (text: string): number | null => (text === '' ? null : Math.round(Number(text) * 100) / 100);

test('CS-13: scores and splits are files, too, with what is on the screen', async ({ page, site, clock }) => {
  await makeRated(site, clock);
  await signIn(page, site, { path: '/csat' });
  await expect(region(page, 'Channel')).toContainText('4.83');
  const scores = await pick(page, 'Download CSV', 'Scores');
  expect(scores.suggestedFilename()).toBe('csat-scores-2026-10-20-to-2026-11-18.csv');
  const days = ['2026-10-20', '2026-11-18', 'UTC'];
  expect(await rowsOf(scores)).toEqual([
    ['score', 'responses', 'previous_responses', 'from', 'to', 'zone'],
    ['5', '5', '5', ...days],
    ['4', '1', '0', ...days],
    ['3', '1', '0', ...days],
    ['2', '1', '0', ...days],
    ['1', '0', '0', ...days],
    ['0', '1', '0', ...days],
  ]);
  const splits = await pick(page, 'Download CSV', 'Splits');
  expect(splits.suggestedFilename()).toBe('csat-splits-2026-10-20-to-2026-11-18.csv');
  const ofChannel = (await rowsOf(splits)).filter(([split]) => split === 'channel');
  expect(
    ofChannel.map(([, key, label, value, n, before, nBefore]) => [key, label, round(value ?? ''), n, before, nBefore]),
  ).toEqual(
    expect.arrayContaining([
      ['email', 'email', 4.83, '6', '5', '5'],
      ['whatsapp', 'whatsapp', 1.67, '3', '', '0'],
    ]),
  );
});
