import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answerRows, head, listed, makeRated, NOW, region } from './csat-support.ts';

const Rows = z.array(z.array(z.string()));

test.beforeEach(({ clock }) => clock.set(NOW));

test('CS-01, CS-03, CS-04, CS-07, CS-08, CS-09: the score and the period before; each count opens its answers, scores narrow them, and another definition changes every figure, for everyone too', async ({
  page,
  site,
  clock,
}) => {
  await makeRated(site, clock);
  await signIn(page, site, { path: '/csat' });
  await expect(head(page).getByRole('heading', { level: 2 })).toHaveText('3.78 mean of 0 to 5');
  await expect(head(page)).toContainText(
    '3.78 of 5 from 9 answers, 20 Oct to 18 Nov, UTC. 5.00 from 5 in the 30 days before: too few answers to compare.',
  );
  await expect(head(page)).toContainText('Answers95 in the 30 days before');
  await expect(head(page)).toContainText('Gave 4 or 566.7\u00a0%6 answers');
  await expect(head(page)).toContainText('Scored 0 to 220 before');
  await expect(head(page)).toContainText('Response rate75.0\u00a0%9 of 12 tickets resolved in these days');
  await checkA11y(page);

  await head(page).getByRole('link', { name: '66.7' }).click();
  await expect(page).toHaveURL(/score=5%2C4|score=5,4/);
  await expect(answerRows(page)).toHaveCount(6);
  await page.goBack();
  await head(page).getByRole('link', { name: '2', exact: true }).click();
  await expect(answerRows(page)).toHaveCount(2);
  await page.goBack();
  const scores = region(page, 'Scores');
  const newest = region(page, 'Newest answers');
  await scores.getByRole('button', { name: 'Score 0 1 answer, 11.1\u00a0%' }).click();
  await expect(newest.getByRole('listitem')).toHaveCount(1);
  await scores.getByRole('button', { name: 'Score 2' }).click();
  await expect(newest.getByRole('link', { name: 'Show all 2 answers' })).toBeVisible();
  await newest.getByRole('button', { name: 'Remove filter Score 0, 2' }).click();
  await expect(newest.getByRole('listitem')).toHaveCount(8);

  await expect(scores).toContainText('In the mean a 3 counts as 3, neither good nor bad.');
  await head(page).getByRole('radio', { name: '4 and 5' }).click();
  await expect(page).toHaveURL(/definition=share_good/);
  await expect(head(page).getByRole('heading', { level: 2 })).toHaveText('66.7\u00a0% gave 4 or 5');
  await expect(scores).toContainText('A 3 does not count as good.');
  await expect(region(page, 'Share of 4 and 5 per day')).toBeVisible();
  await expect(region(page, 'Splits')).toContainText('66.7\u00a0%');
  await page.keyboard.press('m');
  await expect(head(page).getByRole('heading', { level: 2 })).toContainText('55.6\u00a0%');
  await page.getByRole('button', { name: 'Use for everyone' }).click();
  await expect(page.getByText('Everyone now sees: Share of 5')).toBeVisible();
  await page.goto(`${site.url}/csat`);
  await expect(head(page).getByRole('heading', { level: 2 })).toContainText('55.6\u00a0%');
  await head(page).getByRole('radio', { name: 'Mean' }).click();
  // Seven days, from the 12th: the six of the 17th against the two of the 10th.
  await page.getByRole('radio', { name: '7 d' }).click();
  await expect(head(page)).toContainText('4.00 of 5 from 6 answers, 12 Nov to 18 Nov, UTC. 2.50 from 2 in the 7 days');
});

test('CS-02, CS-06, CS-13, CS-14: the trend has gaps, hollow points and no zeros, its table is its file, and a day opens its answers', async ({
  page,
  site,
  clock,
}) => {
  await makeRated(site, clock);
  await signIn(page, site, { path: '/csat' });
  await expect(region(page, 'Notes on the trend')).toContainText('No notes on these days.');
  const trend = region(page, 'Mean per day');
  const chart = trend.getByRole('application', { name: 'Mean of the answers of each day, 20 Oct to 18 Nov, UTC' });
  // One answer on 20 Oct, two on 10 Nov, six on 17 Nov, the last without a neighbour too.
  await expect(chart.locator('[data-point=hollow]')).toHaveCount(2);
  await expect(chart.locator('[data-point=full]')).toHaveCount(1);
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(trend.getByRole('status')).toContainText('No answers');
  for (let day = 0; day < 27; day += 1) await page.keyboard.press('ArrowRight');
  await expect(trend.getByRole('status')).toHaveText('17 NovMean 4.00Answers 6');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/csat\/answers\?.*from=2026-11-17/);
  await expect(listed(page, '6 answers, 17 Nov, UTC')).toBeVisible();
  await page.goBack();

  await page.keyboard.press('t');
  const rows = trend.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(30);
  await expect(rows.nth(28)).toHaveText('17 Nov4.006');
  await expect(rows.nth(29)).toHaveText('18 NovNo answers0');
  await checkA11y(page);
  const read = async (start: () => Promise<void>) => {
    const download = page.waitForEvent('download');
    await start();
    const file = await download;
    return {
      name: file.suggestedFilename(),
      rows: Rows.parse(parse(await readFile(await file.path(), 'utf8'), { bom: true })),
    };
  };
  const days = await read(() => trend.getByRole('button', { name: 'Download Mean per day' }).click());
  expect(days.name).toBe('csat-days-2026-10-20-to-2026-11-18.csv');
  expect(days.rows[0]).toEqual(['date', 'mean', 'responses']);
  expect(days.rows.at(-2)).toEqual(['2026-11-17', '4', '6']);
  expect(days.rows.at(-1), 'a gap is empty and no zero').toEqual(['2026-11-18', '', '0']);

  // A longer window is drawn by week, still as a table.
  await page.keyboard.press('4');
  await expect(region(page, 'Mean per week').getByRole('row', { name: /^16 Nov/ })).toContainText(/4\.00\s*6/);
});
