import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { TestService } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { runAdmin } from '#tools/service/start-service.ts';

const DAY_MS = 86_400_000;
const Usage = z.object({
  data: z.object({
    summary: z.object({
      calls_today: z.number(),
      calls_yesterday: z.number(),
      calls_month: z.number(),
      errors_month: z.number(),
      cost_month_usd: z.number(),
      unpriced_calls_month: z.number(),
    }),
    by_feature: z.array(z.object({ feature: z.string(), calls: z.number(), cost_usd: z.number() })),
    trend: z.array(z.object({ date: z.string(), calls: z.number(), cost_usd: z.number() })),
  }),
});

/** The demo has its calls about the start of the service: what is compared is read when it is compared. */
async function usageOf(service: TestService, days = 30, token = service.tokens.all) {
  const { json } = await service.call('GET', 'ai_usage', { query: { days: String(days), include: 'trend' }, token });
  return Usage.parse(json).data;
}

const usd = (amount: number): string => `$${amount.toFixed(2)}`;
const whole = (amount: number): string => `$${Math.round(amount).toLocaleString('en-GB')}`;
const region = (page: Page, name: string): Locator => page.getByRole('region', { name });
const figure = (page: Page, label: string): Locator =>
  region(page, 'Today and this month').getByRole('link', { name: label });
const utcDate = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** One good call of the bot, at noon of a day that is over. */
const callOf = (daysAgo: number, costUsd: number, index = 0) => ({
  kind: 'ai_call',
  external_id: `e2e-${daysAgo}-${index}`,
  created_utc: `${utcDate(daysAgo)}T12:00:00Z`,
  feature: 'bot',
  model: 'lumen-large-2',
  input_tokens: 100,
  output_tokens: 10,
  latency_ms: 700,
  status: 'ok',
  cost_usd: costUsd,
});

/** Sites beside the demo, each with a token; the service is stopped once for all of them. */
async function newSites(service: TestService, ...sites: readonly (readonly string[])[]): Promise<readonly string[]> {
  await service.stop();
  const tokens: string[] = [];
  for (const more of sites) {
    const { site_id } = await runAdmin(service.dataDir, ['site', 'create', '--name', 'Small', ...more]);
    const of = ['--site-id', String(site_id), '--label', 'E2E', '--scopes', '*'];
    tokens.push(String((await runAdmin(service.dataDir, ['token', 'create', ...of]))['token']));
  }
  await service.start();
  return tokens;
}

test('AI-01: today and this month as the service counts them, and each figure opens the calls behind it', async ({
  page,
  service,
}) => {
  await signIn(page, service, { path: '/ai/usage' });
  const { summary } = await usageOf(service);
  await expect(region(page, 'Spend this month')).toContainText(`${usd(summary.cost_month_usd)} of`);
  await expect(figure(page, 'Calls today')).toContainText(`${summary.calls_today}${summary.calls_yesterday} yesterday`);
  await expect(figure(page, 'Errors')).toContainText(`Errors${summary.errors_month}`);
  await expect(region(page, 'Today and this month')).toContainText('estimate, 30 days');
  await expect(region(page, 'About these figures')).toContainText('Days are UTC days.');
  await checkA11y(page);
  await figure(page, 'Calls today').click();
  await expect(page).toHaveURL(/tab=calls/);
  await expect(page.getByText(`of ${summary.calls_today} calls`).first()).toBeVisible();
});

test('AI-03: every feature with its figures, sorted by any column, and the rows are ways to their calls', async ({
  page,
  service,
}) => {
  await signIn(page, service, { path: '/ai/usage' });
  const table = page.getByRole('table', { name: /AI usage by feature/ });
  const { by_feature } = await usageOf(service);
  for (const { feature, calls } of by_feature) {
    const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: feature, exact: true }) });
    await expect(row).toContainText(String(calls));
  }
  await expect(table.getByRole('columnheader', { name: 'Cost', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await table.getByRole('button', { name: 'Feature' }).press('Enter');
  await expect(page).toHaveURL(/sort=feature/);
  const names = table.locator('tbody').getByRole('rowheader');
  expect(await names.allTextContents()).toEqual(by_feature.map(({ feature }) => feature).toSorted());
  await page.getByText('How latency is measured').click();
  await expect(page.getByText(/^750\sms to 1.00\ss: /)).toBeVisible();
  const bot = by_feature.find(({ feature }) => feature === 'bot');
  await table.getByRole('link', { name: 'bot', exact: true }).click();
  await expect(page.getByText(`of ${bot?.calls} calls`).first()).toBeVisible();
});

test('AI-13: the files hold what is on the screen: days, features and the total are one', async ({ page, service }) => {
  await signIn(page, service, { path: '/ai/usage' });
  const total = page.getByRole('table', { name: /AI usage by feature/ }).getByRole('row', { name: /^Total/ });
  await expect(total).toBeVisible();
  const shown = await total.getByRole('cell').allTextContents();
  const today = utcDate(0);
  const save = async (item: RegExp) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    const file = await download;
    expect(file.suggestedFilename()).toContain(`-${utcDate(29)}-to-${today}-utc.csv`);
    const [head = '', ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    const columns = head.replace('\uFEFF', '').split(',');
    const sum = (name: string) => lines.reduce((all, line) => all + Number(line.split(',')[columns.indexOf(name)]), 0);
    return { columns, lines, cost: sum('cost_usd'), calls: sum('calls') };
  };
  const daily = await save(/Daily figures, 30 days/);
  const features = await save(/By feature, 30 days/);
  expect(daily.lines).toHaveLength(30);
  expect(daily.columns).toContain('cost_usd_bot');
  expect(daily.calls).toBe(features.calls);
  expect(daily.cost).toBeCloseTo(features.cost, 9);
  expect(usd(daily.cost)).toBe(shown[0]);
  expect(String(daily.calls)).toBe(shown[2]);
});

test('AI-09: the forecast, the day it crosses the budget, and what the cap then does', async ({ page, ownService }) => {
  const items = Array.from({ length: 14 }, (_, index) => callOf(index + 1, 100 + index));
  await ownService.call('POST', 'ingest', { body: { items } });
  const { summary, trend } = await usageOf(ownService);
  // By the rule of docs/figures.md, from the days themselves.
  const costs = trend.map(({ cost_usd }) => cost_usd);
  const week = costs.slice(-8, -1).reduce((sum, cost) => sum + cost, 0) / 7;
  const [year = 0, month = 1, day = 1] = utcDate(0).split('-').map(Number);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const end = summary.cost_month_usd + Math.max(0, week - (costs.at(-1) ?? 0)) + week * (days - day);
  // Half of what is still to come is above it.
  const budget = Math.round((summary.cost_month_usd + end) / 2);
  await ownService.call('PATCH', 'ai_limits', { body: { monthly_budget_usd: budget, action: 'soft' } });
  await signIn(page, ownService, { path: '/ai/usage' });
  const hero = region(page, 'Spend this month');
  await expect(hero).toContainText(`On pace for ${whole(end)} by ${days} `);
  await expect(hero).toContainText(`), ${whole(end - budget)} over budget. The budget is crossed about `);
  await expect(hero).toContainText('The soft cap warns and does not stop calls.');
  await page.goto(`${ownService.url}/ai/usage?budget=${Math.round(end) + 70}`);
  await expect(hero).toContainText(
    `${whole(Math.round(end) + 70 - end)} under the ${whole(end + 70)} that is tried and not saved`,
  );
  const first = { ...callOf(0, 30), created_utc: `${utcDate(0).slice(0, 7)}-01T00:00:00Z` };
  await ownService.call('POST', 'ingest', { body: { items: [first] } });
  await ownService.call('PATCH', 'ai_limits', { body: { monthly_budget_usd: 20, action: 'hard' } });
  await page.goto(`${ownService.url}/ai/usage`);
  await expect(hero).toContainText(
    /The monthly budget was passed on 1 \w+\. Calls are stopped until 1 \w+, 00:00 UTC\./,
  );
});

test('AI-11: an unusual day says against what, and opens its calls', async ({ page, ownService }) => {
  // Yesterday, and the same weekday of eight weeks.
  const items = [callOf(1, 40), ...Array.from({ length: 8 }, (_, week) => callOf(8 + 7 * week, 10 + week))];
  await ownService.call('POST', 'ingest', { body: { items } });
  const { trend } = await usageOf(ownService, 90);
  const costOf = (daysAgo: number) => trend.find(({ date }) => date === utcDate(daysAgo))?.cost_usd ?? 0;
  const weeks = Array.from({ length: 8 }, (_, week) => costOf(8 + 7 * week)).toSorted((a, b) => a - b);
  const usual = ((weeks[3] ?? 0) + (weeks[4] ?? 0)) / 2;
  await signIn(page, ownService, { path: '/ai/usage?days=7' });
  const text = `${usd(costOf(1))}, ${(costOf(1) / usual).toFixed(1)} times the usual ${usd(usual)} of a `;
  const line = page.getByRole('listitem').filter({ hasText: text });
  await line.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`from=${utcDate(1)}`));
  await expect(page).toHaveURL(/tab=calls/);
});

test('AI-02: free dates by the form and by a preset, and what is wrong with them', async ({ page, service }) => {
  await signIn(page, service, { path: '/ai/usage' });
  await page.getByRole('button', { name: 'Other dates' }).click();
  const form = page.getByRole('dialog', { name: 'Other dates' });
  await form.getByLabel('First day').fill(utcDate(3));
  await form.getByLabel('Last day').fill(utcDate(9));
  await form.getByRole('button', { name: 'Show these days' }).click();
  await expect(form.getByRole('status')).toHaveText('The first day is after the last one.');
  await form.getByLabel('Last day').fill('');
  await expect(form.getByRole('status')).toHaveText('Enter both days.');
  await checkA11y(page);
  await form.getByLabel('Last day').fill(utcDate(2));
  await form.getByRole('button', { name: 'Show these days' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${utcDate(3)}&to=${utcDate(1)}`));
  const { trend } = await usageOf(service);
  const calls = trend.filter(({ date }) => date === utcDate(3) || date === utcDate(2)).map((day) => day.calls);
  const total = calls.reduce((sum, n) => sum + n, 0);
  await expect(region(page, 'Against the days before').getByText('Calls').locator('..')).toContainText(`Calls${total}`);
  await page.getByRole('button', { name: /Other dates, now/ }).click();
  await form.getByRole('button', { name: 'This month' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${utcDate(0).slice(0, 7)}-01`));
});

test('the keys of the page: range, metric, and all of them in the sheet', async ({ page, service }) => {
  await signIn(page, service, { path: '/ai/usage' });
  await expect(page.getByRole('heading', { name: 'Cost per day' })).toBeVisible();
  await page.keyboard.press('1');
  await expect(page).toHaveURL(/days=7/);
  await page.keyboard.press('m');
  await expect(page.getByRole('heading', { name: 'Calls per day' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Calls' })).toBeChecked();
  await page.keyboard.press('2');
  await expect(page).not.toHaveURL(/days=/);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const label of ['7 days', '30 days', '90 days', 'Cost, calls or tokens', 'Chart as table']) {
    await expect(sheet.getByText(label, { exact: true })).toBeVisible();
  }
  // Each that is no digit can be changed.
  await page.goto(`${service.url}/settings/keys`);
  for (const label of ['Cost, calls or tokens', 'Edit caps', 'Chart as table']) {
    await expect(page.getByRole('button', { name: `Change the key for ${label}` })).toBeVisible();
  }
});

test('AI-20: without the extension the page lives from two resources and says what it cannot know @document', async ({
  page,
  service,
}) => {
  await signIn(page, service, { path: '/ai/usage' });
  const { summary, by_feature } = await usageOf(service);
  await expect(region(page, 'Spend this month')).toContainText(usd(summary.cost_month_usd));
  await expect(region(page, 'About these figures')).toContainText(
    /Billing cycle 1 \w+ to 1 \w+: \d+ AI replies, .* bot tokens/,
  );
  await expect(region(page, 'About these figures')).toContainText(`${summary.unpriced_calls_month} call`);
  const total = page.getByRole('table', { name: /AI usage by feature/ }).getByRole('row', { name: /^Total/ });
  await expect(total).toContainText(String(by_feature.reduce((sum, { calls }) => sum + calls, 0)));
  await expect(page.getByText(/p50, p95, refused calls, .* need the extension “ai_reports”/)).toBeVisible();
  await expect(page.getByText('This service does not say which feature caused which day.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Other dates' })).toBeHidden();
  await checkA11y(page);
});

test('a site without AI usage says so instead of zeros, and one without calls where they come from', async ({
  page,
  ownService,
}) => {
  // The admin commands start the database anew each time.
  test.slow();
  const [token = '', empty = ''] = await newSites(ownService, ['--undeploy', 'ai_usage'], []);
  await signIn(page, ownService, { path: '/ai/usage', token });
  await expect(page.getByText('AI usage is not deployed for this site')).toBeVisible();
  await expect(region(page, 'Today and this month')).toBeHidden();
  await signIn(page, ownService, { path: '/ai/usage', token: empty });
  await expect(region(page, 'Spend this month')).toContainText(/\$0\.00 in \w+\. No budget is set\./);
  await expect(region(page, 'Spend this month')).toContainText('No AI calls in the last 30 days.');
  await expect(page.getByText('No AI calls in this window')).toBeVisible();
  await checkA11y(page);
});

test('AI-14: on a phone nothing runs out of the page, and the days of a zone are said @phone', async ({
  browser,
  service,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    timezoneId: 'Europe/Istanbul',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await signIn(page, service, { path: '/ai/usage' });
  await expect(region(page, 'About these figures')).toContainText(
    'Days are UTC days; in your zone (Europe/Istanbul) they begin at 03:00.',
  );
  await expect(page.getByRole('table', { name: /AI usage by feature/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});
