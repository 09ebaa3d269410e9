import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answerRows, listed, makeRated, NOW, region } from './csat-support.ts';

const Rows = z.array(z.record(z.string(), z.string()));
const Ok = z.object({ data: z.object({ failed: z.literal(0) }) });

test.beforeEach(({ clock }) => clock.set(NOW));

test('CS-05, CS-12, CS-16: each answer with its customer and ticket, found by words and scores, and saved as a file; chat feedback apart from them', async ({
  page,
  site,
  clock,
}) => {
  const tickets = await makeRated(site, clock);
  const items = [
    { kind: 'feedback', rating: 1, comment: 'The bot went in circles.', created_utc: '2026-11-17T12:00:00Z' },
    { kind: 'feedback', rating: 5, created_utc: '2026-11-16T12:00:00Z' },
    { kind: 'feedback', rating: 4, created_utc: '2026-10-01T12:00:00Z' },
  ];
  Ok.parse((await site.call('POST', 'ingest', { body: { items } })).json);
  await signIn(page, site, { path: '/csat/answers' });
  await expect(listed(page, '9 answers, 20 Oct to 18 Nov, UTC')).toBeVisible();
  const wobble = answerRows(page).filter({ hasText: 'The wobble came back' });
  await expect(wobble).toContainText('Maren Lindqvist');
  await expect(wobble).toContainText(/Ticket: Answered \d+/);
  await expect(wobble.getByRole('img', { name: 'Score 0' })).toBeVisible();
  await expect(answerRows(page).filter({ hasText: 'No comment' })).toHaveCount(5);
  await checkA11y(page);

  await page.keyboard.press('/');
  await page.keyboard.type('WOBBLE');
  await expect(answerRows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/q=WOBBLE/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/tickets/${tickets[3]?.id}`));
  await page.goBack();
  await expect(answerRows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(answerRows(page)).toHaveCount(9);

  await page.getByRole('combobox', { name: 'Score', exact: true }).selectOption('0 to 2');
  await expect(listed(page, '2 answers, 20 Oct to 18 Nov, UTC')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const saved = Rows.parse(parse(await readFile(await (await download).path(), 'utf8'), { columns: true, bom: true }));
  expect(saved.map(({ score, comment }) => [score, comment])).toEqual([
    ['0', 'The wobble came back the same evening.'],
    ['2', 'Two weeks for a bell. <img src=x onerror="alert(1)">'],
  ]);
  await page.getByRole('searchbox', { name: 'Search comments' }).fill('nothing of the kind');
  await expect(page.getByText('No answers match')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the filters' }).click();
  await expect(answerRows(page)).toHaveCount(9);

  await page.getByRole('link', { name: 'Chat feedback' }).click();
  const panel = region(page, 'Chat feedback');
  await expect(panel).toContainText('2 ratings since 20 Oct, UTC');
  await expect(panel).toContainText('we never add the two up');
  await expect(panel.getByRole('table').locator('tbody tr')).toHaveCount(2);
  await panel.getByRole('radio', { name: '0 to 2' }).click();
  await expect(panel.getByRole('table').locator('tbody tr')).toHaveCount(1);
  await expect(panel).toContainText('The bot went in circles.');
  await checkA11y(page);
});
