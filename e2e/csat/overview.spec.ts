import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { makeAnswers, makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answerRows, head, listed, makeRated, NOW, region } from './csat-support.ts';

const Rows = z.array(z.record(z.string(), z.string()));

test.beforeEach(({ clock }) => clock.set(NOW));

test('CS-01, CS-03, CS-08, CS-09: the score and the period before, and each count opens its answers', async ({
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

  await head(page).getByRole('link', { name: '9', exact: true }).click();
  await expect(listed(page, '9 answers, 20 Oct to 18 Nov, UTC')).toBeVisible();
  await expect(answerRows(page)).toHaveCount(9);
  await page.goBack();
  await head(page).getByRole('link', { name: '66.7' }).click();
  await expect(page).toHaveURL(/score=5%2C4|score=5,4/);
  await expect(answerRows(page)).toHaveCount(6);
  await page.goBack();
  await head(page).getByRole('link', { name: '2', exact: true }).click();
  await expect(answerRows(page)).toHaveCount(2);
  await page.goBack();
  // Seven days, from the 12th: the six of the 17th against the two of the 10th.
  await page.getByRole('radio', { name: '7 d' }).click();
  await expect(head(page)).toContainText('4.00 of 5 from 6 answers, 12 Nov to 18 Nov, UTC. 2.50 from 2 in the 7 days');
  await page.reload();
  await expect(head(page)).toContainText('4.00 of 5 from 6 answers');
});

test('CS-09: from 30 answers in both periods on the change is shown, below not', async ({ page, site, clock }) => {
  const of = (day: string, n: number, score: number) =>
    Array.from({ length: n }, (_, at) => [`${day}T12:${10 + at}:00Z`, score, null, 'email'] as const);
  await makeRated(site, clock, [...of('2026-11-10', 30, 2), ...of('2026-10-05', 29, 5)]);
  await signIn(page, site, { path: '/csat' });
  await expect(head(page)).toContainText('5.00 from 29 in the 30 days before: too few answers to compare.');
  await expect(head(page).getByText('too few answers to compare', { exact: true })).toBeVisible();
  await expect(head(page).getByText('-3.00')).toHaveCount(0);
  const { id } = await clock.as('2026-10-06T12:00:00Z', () => makeTicket(site));
  await makeAnswers(site, [{ ticket_id: id, score: 5, created_utc: '2026-10-06T12:00:00Z' }]);
  await page.reload();
  await expect(head(page)).toContainText('5.00 from 30 in the 30 days before.');
  await expect(head(page).getByText('-3.00', { exact: true })).toBeVisible();
  await expect(head(page).getByText('too few')).toHaveCount(0);
  await page.goto(`${site.url}/csat?definition=share_top`);
  await expect(head(page).getByText('-100.0\u00a0points', { exact: true })).toBeVisible();
});

test('CS-02, CS-06, CS-13, CS-14: the trend has gaps and no zeros, its table and file are the same, and a day opens its answers', async ({
  page,
  site,
  clock,
}) => {
  await makeRated(site, clock);
  await signIn(page, site, { path: '/csat' });
  const trend = region(page, 'Mean per day');
  const days = trend.getByRole('slider', { name: 'Values by day' });
  await expect(trend).toContainText('axis from 0 to 5');
  await days.focus();
  await page.keyboard.press('End');
  await expect(days).toHaveAttribute('aria-valuetext', /^18 Nov.*No answers/);
  await page.keyboard.press('ArrowLeft');
  await expect(days).toHaveAttribute('aria-valuetext', /^17 Nov.*4\.00/);
  await expect(days).toHaveAttribute('aria-valuetext', /6/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/csat\/answers\?.*from=2026-11-17/);
  await expect(listed(page, '6 answers, 17 Nov, UTC')).toBeVisible();
  await page.goBack();

  await page.keyboard.press('t');
  const rows = trend.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(30);
  await expect(rows.nth(28)).toContainText(/17 Nov\s*4\.00/);
  await expect(rows.nth(29)).toContainText('No answers');
  await expect(rows.nth(0)).toContainText(/20 Oct\s*5\.00/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await page.getByRole('menuitem', { name: 'Days' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('csat-days-2026-10-20-to-2026-11-18.csv');
  const saved = Rows.parse(parse(await readFile(await file.path(), 'utf8'), { columns: true, bom: true }));
  expect(saved.map((row) => row['responses']).filter((n) => n !== '0')).toEqual(['1', '2', '6']);
  expect(saved.at(-1), 'a gap is empty and no zero').toMatchObject({ date: '2026-11-18', zone: 'UTC', mean: '' });
  await page.keyboard.press('t');
  const picture = page.waitForEvent('download');
  await trend.getByRole('button', { name: 'Download Mean per day' }).click();
  await page.getByRole('menuitem', { name: 'Download SVG' }).click();
  expect(await readFile(await (await picture).path(), 'utf8')).toContain('20 Oct 2026 to 18 Nov 2026');
});

test('CS-04, CS-06: a bar, several by drag and by keys narrow the answers, and the counts are those of the lists', async ({
  page,
  site,
  clock,
}) => {
  await makeRated(site, clock);
  await signIn(page, site, { path: '/csat' });
  const scores = region(page, 'Scores');
  const newest = region(page, 'Newest answers');
  await scores.getByRole('button', { name: 'Score 0 1 answer, 11.1\u00a0%' }).click();
  await expect(page).toHaveURL(/score=0/);
  await expect(newest.getByRole('listitem')).toHaveCount(1);
  await expect(newest).toContainText('The wobble came back the same evening.');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(newest.getByRole('link', { name: 'Show all 2 answers' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/score=/);

  const box = async (score: number) => {
    const place = await scores.locator(`[data-score="${score}"]`).boundingBox();
    return { x: (place?.x ?? 0) + 40, y: (place?.y ?? 0) + 12 };
  };
  const [from, to] = [await box(3), await box(2)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect(newest.getByRole('link', { name: 'Show all 2 answers' })).toBeVisible();
  await newest.getByRole('link', { name: 'Show all 2 answers' }).click();
  await expect(answerRows(page)).toHaveCount(2);
  await page.goBack();
  await region(page, 'Scores').getByRole('link', { name: '2 answers scored 0 to 2' }).click();
  await expect(answerRows(page)).toHaveCount(2);
});

test('CS-07: mean, share of good and share of 5 change the figure, the chart, the splits and their name; “Use for everyone” sets the site’s', async ({
  page,
  site,
  clock,
}) => {
  await makeRated(site, clock);
  await signIn(page, site, { path: '/csat' });
  await expect(region(page, 'Scores')).toContainText('In the mean a 3 counts as 3, neither good nor bad.');
  await head(page).getByRole('radio', { name: '4 and 5' }).click();
  await expect(page).toHaveURL(/definition=share_good/);
  await expect(head(page).getByRole('heading', { level: 2 })).toHaveText('66.7\u00a0% gave 4 or 5');
  await expect(region(page, 'Scores')).toContainText('A 3 does not count as good.');
  await expect(region(page, 'Share of 4 and 5 per day')).toBeVisible();
  await expect(region(page, 'Splits')).toContainText('the line is 66.7\u00a0%');
  await page.keyboard.press('m');
  await expect(head(page).getByRole('heading', { level: 2 })).toContainText('55.6\u00a0%');
  await page.getByRole('button', { name: 'Use for everyone' }).click();
  await expect(page.getByText('Everyone now sees: Share of 5')).toBeVisible();

  const other = await page.context().newPage();
  await signIn(other, site, { path: '/csat', token: site.tokens.readOnly });
  await expect(head(other).getByRole('heading', { level: 2 })).toContainText('55.6\u00a0%');
  await other.close();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Score for everyone restored')).toBeVisible();
  await page.goto(`${site.url}/csat`);
  await expect(head(page).getByRole('heading', { level: 2 })).toContainText('mean of 0 to 5');
});

test('CS-11: splits with their sizes and the period before; a row narrows the whole page and counts what the list counts', async ({
  page,
  site,
  clock,
}) => {
  await makeRated(site, clock);
  await signIn(page, site, { path: '/csat' });
  const splits = region(page, 'Splits');
  const channel = splits.getByRole('region', { name: 'Channel' });
  // 5, 5, 4, 5, 5 and 5 by email, after five of 5; 0, 3 and 2 by WhatsApp.
  await expect(channel.getByRole('listitem').nth(0)).toContainText(/Email\s*4\.83\s*5\.00 from 5 before/);
  await expect(channel.getByRole('listitem').nth(1)).toContainText(/WhatsApp\s*1\.67\s*none before/);
  await expect(channel.getByRole('listitem').nth(1)).toContainText('few');
  await expect(splits.getByRole('region', { name: 'Handled by' })).toContainText('Agent');
  await expect(splits.getByRole('region', { name: 'First reply' })).toContainText('No reply');
  await channel.getByRole('link', { name: '3 answers, WhatsApp' }).click();
  await expect(answerRows(page)).toHaveCount(3);
  await page.goBack();
  await channel.getByRole('link', { name: 'Only Channel: WhatsApp' }).click();
  await expect(page).toHaveURL(/channel=whatsapp/);
  await expect(head(page)).toContainText('1.67 of 5 from 3 answers');
  await expect(head(page), 'unknown with a filter').toContainText('Only known without filters');
  await expect(region(page, 'Newest answers').getByRole('listitem')).toHaveCount(3);
  await page.getByRole('link', { name: 'Answers', exact: true }).click();
  await expect(answerRows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove filter Channel WhatsApp' }).click();
  await expect(answerRows(page)).toHaveCount(9);
});

test('days are those of the site’s zone, also one of three quarters of an hour', async ({ page, clock, makeSite }) => {
  const site = await makeSite({ timeZone: 'Asia/Kathmandu' });
  // Midnight there is 18:15 UTC.
  await makeRated(site, clock, [
    ['2026-11-16T18:14:00Z', 1, null, 'email'],
    ['2026-11-16T18:15:00Z', 5, null, 'email'],
    ['2026-11-17T18:14:00Z', 5, null, 'email'],
    ['2026-11-17T18:15:00Z', 2, null, 'email'],
  ]);
  await signIn(page, site, { path: '/csat?from=2026-11-17&to=2026-11-18' });
  await expect(head(page)).toContainText(
    '5.00 of 5 from 2 answers, 17 Nov, Asia/Kathmandu. 1.00 from 1 in the day before',
  );
  await page.goto(`${site.url}/csat/answers?from=2026-11-17&to=2026-11-18`);
  await expect(answerRows(page)).toHaveCount(2);
});

test('no answers, and a part that cannot be loaded, leave the rest as it is', async ({
  page,
  site,
  clock,
  problems,
}) => {
  await signIn(page, site, { path: '/csat' });
  await expect(head(page)).toContainText('No answers, 20 Oct to 18 Nov, UTC.');
  await page.getByRole('button', { name: 'Show 90 days' }).click();
  await expect(page).toHaveURL(/days=90/);
  await makeRated(site, clock);
  problems.allow(/503/);
  await failSplits(page);
  await page.goto(`${site.url}/csat`);
  await expect(region(page, 'Splits').getByRole('alert')).toContainText('could not be loaded');
  await expect(head(page)).toContainText('3.78 of 5');
  await page.unroute(SPLITS);
  await region(page, 'Splits').getByRole('button', { name: 'Retry' }).click();
  await expect(region(page, 'Splits').getByRole('region', { name: 'Channel' })).toBeVisible();
  await settled(page);
});

const SPLITS = /report=splits/;

async function failSplits(page: Page): Promise<void> {
  await intercept(page, SPLITS, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'x-svc-request-id': 'req-splits' },
      json: { ok: false, error: { code: 'overloaded', message: 'Too much at once' } },
    }),
  );
}
