import * as z from 'zod/mini';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const CacheHits = z.object({ data: z.object({ summary: z.object({ cache_hits_month: z.number() }) }) });
const utcDate = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

test('AI-01: the figure of cache hits opens the calls that a cache answered, and no others', async ({
  page,
  ownService,
}) => {
  const call = { kind: 'ai_call', feature: 'bot', model: 'm', input_tokens: 9, output_tokens: 9, latency_ms: 9 };
  const items = [true, true, false].map((isCached) => ({ ...call, status: 'ok', cost_usd: 1, cache_hit: isCached }));
  await ownService.call('POST', 'ingest', { body: { items } });
  await signIn(page, ownService, { path: '/ai/usage' });
  const link = page.getByRole('region', { name: 'Today and this month' }).getByRole('link', { name: 'Cache hits' });
  await expect(link).toContainText(/^Cache hits\d/);
  await link.click();
  await expect(page).toHaveURL(/cache=hit/);
  const { json } = await ownService.call('GET', 'ai_usage');
  const hits = CacheHits.parse(json).data.summary.cache_hits_month;
  expect(hits).toBeGreaterThan(1);
  await expect(page.getByText(new RegExp(` of ${hits} calls$`))).toBeVisible();
  const rows = page.getByRole('table', { name: 'AI calls' }).locator('tbody tr');
  await expect(rows).toHaveCount(Math.min(50, hits));
  await expect(rows.filter({ hasText: 'Cache hit' })).toHaveCount(Math.min(50, hits));
  await page.getByRole('button', { name: 'Remove filter Cache Hit' }).click();
  await expect(page).not.toHaveURL(/cache=/);
});

test('the call behind the spend and behind each chart is shown', async ({ page, service }) => {
  await signIn(page, service, { path: '/ai/usage' });
  const drawer = page.getByRole('dialog', { name: 'API calls' });
  for (const [panel, resource] of [
    ['the spend of this month', 'ai_usage'],
    ['Spend against budget', 'ai_usage'],
    ['Cost per day', 'ai_reports'],
  ] as const) {
    await page.getByRole('button', { name: `Show API call of ${panel}` }).click();
    await expect(drawer.getByText(`Calls to ${resource}`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  }
  await page.goto(`${service.url}/ai/usage?tab=caps`);
  await page.getByRole('button', { name: 'Show API call of Back-test' }).click();
  await expect(drawer.getByText('Calls to ai_usage')).toBeVisible();
});

test('AI-13: a phone has a menu to load again and to save the figures @phone', async ({ page, service }) => {
  await signIn(page, service, { path: '/ai/usage' });
  await expect(page.getByRole('heading', { level: 1, name: 'AI usage' })).toBeVisible();
  await expect(page.getByRole('table', { name: /AI usage by feature/ })).toBeVisible();
  const more = page.locator('header').getByRole('button', { name: 'More', exact: true });
  await more.click();
  const again = page.waitForRequest(/resource=ai_usage/);
  await page.getByRole('menuitem', { name: 'Refresh' }).click();
  await again;
  await more.click();
  await checkA11y(page);
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'By feature, 30 days' }).click();
  expect((await download).suggestedFilename()).toContain(`-${utcDate(29)}-to-${utcDate(0)}-utc.csv`);
  // Another part has its own files; it can be loaded again.
  await page.getByRole('link', { name: 'Value', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Who spent it' })).toBeVisible();
  const reports = page.waitForRequest(/resource=ai_reports/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await reports;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('figures that cannot be loaded say so in every panel, also in the one that compares them', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/400/);
  const error = { code: 'bad_field', message: 'from: no such day' };
  await page.route(/resource=ai_reports/, (route) => route.fulfill({ status: 400, json: { ok: false, error } }));
  await signIn(page, service, { path: '/ai/usage' });
  for (const what of ['The features', 'The days', 'The comparison']) {
    await expect(page.getByText(`${what} could not be loaded`)).toBeVisible();
  }
  await page.unroute(/resource=ai_reports/);
  const panel = page.getByRole('region', { name: 'Against the days before' });
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect(panel.getByText('Calls')).toBeVisible();
});
