import { readFile } from 'node:fs/promises';
import { makeAiCalls } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { features, HOSTILE, MIDDLE } from './ai-support.ts';

/** 20 calls of two cents, an error among them, and later 60 of the bot of one: 1.00 USD. */
const CALLS = [
  ...Array.from({ length: 19 }, () => ({ feature: 'tone', model: 'm-b', cost_usd: 0.02 })),
  { feature: 'tone', model: HOSTILE, cost_usd: 0.02, status: 'error', session_id: HOSTILE } as const,
  ...Array.from({ length: 60 }, () => ({ feature: 'bot', model: 'm-a', cost_usd: 0.01, input_tokens: 3 })),
];

test('AI-12, AI-15: the calls behind a figure match its count and cost, are chosen by feature and status or by a cell, paged and saved; one that a hard cap refused has neither tokens nor cost', async ({
  page,
  clock,
  site,
  problems,
}) => {
  // A session with stored calls and without a transcript.
  problems.allow(/404.*resource=transcripts/);
  await clock.set(MIDDLE);
  await makeAiCalls(site, CALLS);
  await signIn(page, site, { path: '/ai/usage' });
  await expect(features(page).getByRole('row', { name: /^bot/ })).toContainText('$0.60');
  await features(page).getByRole('link', { name: 'bot', exact: true }).click();
  await expect(page.getByText('60 calls ran, for $0.60')).toBeVisible();
  await expect(page.getByText('1 to 50 of 60 calls')).toBeVisible();

  // By keyboard to the next page, and from it with one filter less to the first.
  await page.getByRole('link', { name: 'Next' }).press('Enter');
  await expect(page.getByText('51 to 60 of 60 calls')).toBeVisible();
  await expect(page.getByRole('table', { name: 'AI calls' }).getByRole('row')).toHaveCount(11);
  const filters = page.getByRole('group', { name: 'Filters of the calls' });
  await filters.getByRole('combobox', { name: 'Feature' }).selectOption('Any feature');
  await expect(page.getByText('80 calls ran, for $1.00')).toBeVisible();
  await expect(page.getByText('1 to 50 of 80 calls')).toBeVisible();

  const first = page.getByRole('table', { name: 'AI calls' }).getByRole('row').nth(1);
  await expect(first).toContainText('$0.01');
  await page.getByRole('radio', { name: 'Costliest' }).click();
  await expect(first).toContainText('$0.02');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const csv = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(csv).toHaveLength(81);

  // A value that is chosen, and the value of a cell.
  await filters.getByRole('combobox', { name: 'Status' }).selectOption('Error');
  await expect(page.getByText('1 to 1 of 1 calls')).toBeVisible();
  await page.getByRole('link', { name: `Only session ${HOSTILE}` }).click();
  await expect(filters.getByRole('button', { name: `Remove filter Session ${HOSTILE}` })).toBeVisible();
  await expect(filters.getByRole('button', { name: `Session ${HOSTILE}`, exact: true })).toHaveCount(0);
  await expect(page.getByText('1 to 1 of 1 calls')).toBeVisible();
  await checkA11y(page);
  await page.getByRole('link', { name: `Transcript of ${HOSTILE}` }).click();
  await expect(page.getByText('No transcript is stored for this session')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(page.getByText('1 to 50 of 80 calls')).toBeVisible();
  await site.query`insert into ai_refusal (site_id, id, feature, model, is_priced, caps, created_utc)
    values (${site.siteId}, 1, 'copilot', 'm', false, array['daily_tokens'], ${MIDDLE}::timestamptz) returning 1 as one`;
  await page.goto(`${site.url}/ai/usage/calls?status=refused`);
  await expect(page.getByText('1 call refused, none ran')).toBeVisible();
  await expect(first).toContainText(/copilotmRefused: daily tokens––––None/);
  await page.goto(`${site.url}/ai/usage/calls?feature=kb_search&skip=500`);
  await expect(page.getByText('No calls match these filters')).toBeVisible();
  await expect(page).not.toHaveURL(/skip/);
});
