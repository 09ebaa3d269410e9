import { readFile } from 'node:fs/promises';
import { makeAiCalls, makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import {
  features,
  figure,
  hero,
  HOSTILE,
  makeDailyCalls,
  MIDDLE,
  NOVEMBER,
  region,
  setCaps,
  totalOf,
} from './ai-support.ts';

test.beforeEach(({ clock }) => clock.set(MIDDLE));

test('AI-01, AI-12, AI-17: today and this month as they were made, and each figure opens the calls behind it', async ({
  page,
  site,
}) => {
  await makeAiCalls(site, NOVEMBER);
  await setCaps(site, { monthly_budget_usd: 100 });
  await signIn(page, site, { path: '/ai' });
  await expect(page, 'the shorter address leads on').toHaveURL(/\/ai\/usage(\?|$)/);
  await expect(hero(page)).toContainText('$5.00 of $100 in November');
  await expect(figure(page, 'Calls today')).toHaveText('Calls today24 yesterday');
  await expect(figure(page, 'Tokens today')).toHaveText('Tokens today220550 this month');
  await expect(figure(page, 'Cache hits')).toHaveText('Cache hits228.6\u00a0% of calls this month');
  await expect(figure(page, 'Errors')).toHaveText('Errors114.3\u00a0% of calls this month');
  // Of the bot's four calls two were cached; the others cost 1.625 USD each.
  await expect(region(page, 'Today and this month')).toContainText('Saved by cache≈ $3.25estimate, 30 days');
  await expect(region(page, 'About these figures')).toContainText('Days are UTC days.');
  await checkA11y(page);

  const rows = page.getByRole('table', { name: 'AI calls' }).locator('tbody tr');
  await figure(page, 'Calls today').click();
  await expect(page).toHaveURL(/usage\/calls\?/);
  await expect(page.getByText('1 to 2 of 2 calls')).toBeVisible();
  await page.goBack();
  await figure(page, 'Errors').click();
  await expect(page).toHaveURL(/status=error/);
  await expect(rows).toHaveCount(1);
  await page.goBack();
  await figure(page, 'Cache hits').click();
  await expect(page).toHaveURL(/cache=hit/);
  await expect(page.getByText('1 to 2 of 2 calls')).toBeVisible();
  await expect(rows.filter({ hasText: 'Cache hit' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove filter Cache Hit' }).click();
  await expect(page).not.toHaveURL(/cache=/);
  await expect(page.getByText('1 to 7 of 7 calls')).toBeVisible();
});

test('AI-03, AI-13, AI-16: every feature, in any order, and files that hold what is on the screen', async ({
  page,
  site,
}) => {
  await makeAiCalls(site, NOVEMBER);
  await signIn(page, site, { path: '/ai/usage' });
  const table = features(page);
  const names = table.locator('tbody').getByRole('rowheader');
  const byName = ['bot', 'copilot', 'intent', 'kb_search', 'summary', 'tone'];
  await expect(names).toHaveText(['intent', 'kb_search', 'bot', 'summary', 'tone', 'copilot']);
  await expect(table.getByRole('columnheader', { name: 'Cost', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(table.getByRole('row', { name: /^bot/ })).toContainText(/\$3\.25.*\$0\.813.*4.*220.*50\.0\s%.*800\sms/);
  await expect(totalOf(table).getByRole('cell').nth(0)).toHaveText('$19.00');
  // 100 USD on the day before these 30.
  await expect(totalOf(table).getByRole('cell').nth(1)).toHaveText('$100.00');
  await expect(totalOf(table).getByRole('cell').nth(2)).toHaveText('−$81.00');
  await expect(totalOf(table).getByRole('cell').nth(4)).toHaveText('9');
  await table.getByRole('button', { name: 'Feature' }).press('Enter');
  await expect(page).toHaveURL(/sort=name/);
  await expect(names).toHaveText(byName);
  await table.getByRole('button', { name: 'Feature' }).press('Enter');
  await expect(names).toHaveText(byName.toReversed());
  await table.getByRole('button', { name: 'Feature' }).press('Enter');
  await expect(names).toHaveText(byName);

  const save = async (item: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    const file = await download;
    expect(file.suggestedFilename()).toContain('-2026-10-20-to-2026-11-18-utc.csv');
    const [head = '', ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    const columns = head.replace('\uFEFF', '').split(',');
    const cells = (name: string) => lines.map((line) => line.split(',')[columns.indexOf(name)]);
    const sum = (name: string) => cells(name).reduce((all, cell) => all + Number(cell), 0);
    return { columns, cells, cost: sum('cost_usd'), calls: sum('calls') };
  };
  const daily = await save('Daily figures, 30 days');
  expect(daily.cells('date_utc')).toHaveLength(30);
  expect(daily.columns).toContain('cost_usd_bot');
  expect(daily.cells('cost_usd_bot').slice(-3)).toEqual(['0', '2', '1.25']);
  expect([daily.cost, daily.calls]).toEqual([19, 9]);
  const perFeature = await save('By feature, 30 days');
  expect(new Set(perFeature.cells('feature'))).toEqual(new Set(byName));
  expect([perFeature.cost, perFeature.calls]).toEqual([19, 9]);

  await table.getByRole('link', { name: 'bot', exact: true }).click();
  await expect(page.getByText('1 to 4 of 4 calls')).toBeVisible();
});

test('AI-09, AI-24: the forecast as a range, the day it passes the budget, and what the chosen cap then does', async ({
  page,
  site,
}) => {
  // From the 4th on 113, 112 ... 100 USD: 1491; 106.70 a working day and 106 a day of the weekend for today and 12 more.
  await makeDailyCalls(
    site,
    Array.from({ length: 14 }, (_, index) => ({ daysAgo: index + 1, cost_usd: 100 + index })),
  );
  await setCaps(site, { monthly_budget_usd: 2200, action: 'soft' });
  await signIn(page, site, { path: '/ai/usage' });
  await expect(hero(page)).toContainText(
    '$2,855 to $2,894 by 30 Nov, budget $2,200: $675 over budget. You would pass the budget around 24 Nov.',
  );
  await expect(hero(page)).toContainText('The soft cap warns and does not stop calls.');
  await expect(hero(page)).toContainText('The forecast is an 80 % range.');
  await setCaps(site, { monthly_budget_usd: 2900, action: 'hard' });
  await page.keyboard.press('r');
  await expect(hero(page)).toContainText(
    'budget $2,900: $25 under budget. When a cap is reached, the service stops copilot and copilot_summary.',
  );
  await makeAiCalls(site, [{ created_utc: '2026-11-01T00:00:00Z', cost_usd: 30 }]);
  await setCaps(site, { monthly_budget_usd: 20, action: 'hard' });
  await page.keyboard.press('r');
  await expect(hero(page)).toContainText(
    'The monthly budget was passed on 1 Nov. The service stops copilot and copilot_summary until 1 Dec, 00:00 UTC.',
  );
});

test('AI-11: an unusual day says against what, and opens its calls', async ({ page, site }) => {
  // Yesterday, and the Tuesdays of eight weeks, of which 13.50 USD is the middle.
  await makeDailyCalls(site, [
    { daysAgo: 1, cost_usd: 40 },
    ...Array.from({ length: 8 }, (_, week) => ({ daysAgo: 8 + 7 * week, cost_usd: 10 + week })),
  ]);
  await signIn(page, site, { path: '/ai/usage?days=7' });
  const line = page.getByRole('listitem').filter({ hasText: 'times the usual' });
  await expect(line).toHaveText('17 Nov: $40.00, 3.0 times the usual $13.50 of a Tuesday Why?');
  await line.getByRole('link').click();
  await expect(page).toHaveURL(/from=2026-11-17/);
  await expect(page).toHaveURL(/usage\/calls\?/);
  await expect(page.getByText('1 to 1 of 1 calls')).toBeVisible();
});

test('AI-02: free dates by the form and by a preset, and what is wrong with them', async ({ page, site }) => {
  await makeAiCalls(site, NOVEMBER);
  await signIn(page, site, { path: '/ai/usage' });
  await page.getByRole('button', { name: 'Other dates' }).click();
  const form = page.getByRole('dialog', { name: 'Other dates' });
  await form.getByLabel('First day').fill('2026-11-16');
  await form.getByLabel('Last day').fill('2026-11-10');
  await form.getByRole('button', { name: 'Show these days' }).click();
  await expect(form.getByRole('status')).toHaveText('The first day is after the last one.');
  await form.getByLabel('Last day').fill('');
  await expect(form.getByRole('status')).toHaveText('Enter both days.');
  await checkA11y(page);
  await form.getByLabel('Last day').fill('2026-11-17');
  await form.getByRole('button', { name: 'Show these days' }).click();
  await expect(page).toHaveURL(/from=2026-11-16&to=2026-11-18/);
  await expect(totalOf(features(page)).getByRole('cell').nth(4)).toHaveText('4');
  await page.getByRole('button', { name: /Other dates, now/ }).click();
  await form.getByRole('button', { name: 'This month' }).click();
  await expect(page).toHaveURL(/from=2026-11-01&to=2026-11-19/);
  await expect(totalOf(features(page)).getByRole('cell').nth(4)).toHaveText('7');
});

test('AI-02: days ahead say that they have not begun, in every part, and no address breaks the page', async ({
  page,
  site,
}) => {
  await makeAiCalls(site, NOVEMBER);
  const ahead = 'from=2027-01-01&to=2027-02-01';
  await signIn(page, site, { path: `/ai/usage?${ahead}` });
  await expect(page.getByText('These days have not begun yet.')).toHaveCount(2);
  await expect(hero(page)).toContainText('$5.00');
  await checkA11y(page);
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  for (const search of [
    'from=2026-11-18&to=2026-12-24',
    'from=1000-01-01&to=9999-12-31',
    'from=0000-00-00&to=9999-99-99',
    'edit=1&from=1970-01-01&to=1970-01-02',
    `edit=1&${ahead}`,
    'by=token&at=nobody&from=2999-12-30&to=2999-12-31',
  ]) {
    await page.goto(`/ai/usage?${search}`);
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 }), search).toHaveText('AI usage & guardrails');
  }
});

test('the address of the room leads to its page, with what it asks for', async ({ page, demoSite }) => {
  await signIn(page, demoSite, { path: '/ai?days=7' });
  await expect(page).toHaveURL(/\/ai\/usage\?days=7$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('AI usage & guardrails');
});

test('the keys of the page: range, metric, and all of them in the sheet', async ({ page, site }) => {
  await signIn(page, site, { path: '/ai/usage' });
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
});

test('a site without AI usage says so instead of zeros, and one without calls where they come from', async ({
  page,
  site,
  makeSite,
}) => {
  await signIn(page, await makeSite({ undeployed: ['ai_usage'] }), { path: '/ai/usage' });
  await expect(page.getByText('AI usage is not deployed for this site')).toBeVisible();
  await expect(region(page, 'Today and this month')).toBeHidden();
  await signIn(page, site, { path: '/ai/usage' });
  await expect(hero(page)).toContainText('$0.00 in November. No budget is set.');
  await expect(hero(page)).toContainText('No AI calls in the last 90 days.');
  await expect(page.getByText('No AI calls in this window')).toBeVisible();
  await checkA11y(page);
});

test('figures that cannot be loaded say so in every panel, and are asked for again', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/400/);
  const error = { code: 'bad_field', message: 'from: no such day' };
  await intercept(page, /resource=ai_reports/, (route) => route.fulfill({ status: 400, json: { ok: false, error } }));
  await signIn(page, site, { path: '/ai/usage' });
  for (const what of ['What it went to', 'The days', 'Costliest conversations']) {
    await expect(page.getByText(`${what} could not be loaded`)).toBeVisible();
  }
  await page.unroute(/resource=ai_reports/);
  const panel = region(page, 'What it went to');
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect(panel.getByText('No AI calls in this window')).toBeVisible();
});

test('AI-03, AI-21, AI-22: models and tokens beside the days before, the same tokens at other prices, and conversations that add up to the total', async ({
  page,
  site,
}) => {
  const said = (session_id: string, text: string) => ({
    ...{ kind: 'transcript', session_id, created_utc: '2026-11-18T09:00:00Z' },
    messages: [
      { role: 'visitor', text, created_utc: '2026-11-18T09:00:00Z' },
      { role: 'ai', text: 'One moment', cost_usd: 0.12, tokens: 7, created_utc: '2026-11-18T09:01:00Z' },
    ],
  });
  const items = [said(HOSTILE, HOSTILE), said('chat-1', 'Where is my order?')];
  expect((await site.call('POST', 'ingest', { body: { items } })).json).toMatchObject({ data: { failed: 0 } });
  const noTokens = { input_tokens: 0, output_tokens: 0 };
  await makeAiCalls(site, [
    // 3,000,000 tokens in, 500,000 out.
    { feature: 'bot', model: 'm-large', input_tokens: 2_000_000, output_tokens: 300_000, cost_usd: 4.5 },
    { feature: 'summary', model: 'm-small', input_tokens: 1_000_000, output_tokens: 200_000, cost_usd: 1.41 },
    { ...noTokens, model: 'm-large', cost_usd: 7, created_utc: '2026-10-19T00:00:00Z' },
    // Twelve conversations of 12, 11 ... 1 cent: 0.78 USD, of which the last two are 0.03.
    ...Array.from({ length: 12 }, (_, index) => ({
      ...noTokens,
      ...{ feature: 'intent', model: 'm-small', cost_usd: (12 - index) / 100 },
      session_id: index === 0 ? HOSTILE : `chat-${index}`,
    })),
  ]);
  for (const [model, input_usd, output_usd] of [
    ['other', 1, 2],
    ['embed', 40, 0],
  ] as const) {
    const { status } = await site.call('PATCH', 'ai_prices', { body: { model, input_usd, output_usd } });
    expect(status).toBe(200);
  }
  await signIn(page, site, { path: '/ai/usage' });
  const panel = region(page, 'What it went to');
  await panel.getByRole('radio', { name: 'Models' }).click();
  const models = page.getByRole('table', { name: /AI usage by model/ });
  await expect(models.getByRole('row', { name: /^m-large/ })).toContainText('$4.50$7.00−$2.50');
  await expect(totalOf(models)).toContainText('$6.69$7.00−$0.31');
  await expect(panel.getByRole('combobox', { name: 'At the prices of' }).getByRole('option')).toHaveText([
    'As paid',
    'other',
  ]);
  await panel.getByRole('combobox', { name: 'At the prices of' }).selectOption('other');
  // 3 x 1 + 0.5 x 2 = 4; 2 x 1 + 0.3 x 2 = 2.60.
  await expect(totalOf(models)).toContainText('$4.00−$2.69');
  await expect(models.getByRole('row', { name: /^m-large/ })).toContainText('$2.60−$1.90');
  await expect(page).toHaveURL(/by=model&at=other/);
  await page.reload();
  await expect(totalOf(models)).toContainText('$4.00−$2.69');
  await panel.getByRole('radio', { name: 'API tokens' }).click();
  const tokens = page.getByRole('table', { name: /AI usage by API token/ });
  await tokens.getByRole('link', { name: 'End to end' }).click();
  await expect(page.getByText('1 to 14 of 14 calls')).toBeVisible();
  await page.goBack();

  const costliest = region(page, 'Costliest conversations');
  const line = (name: string) => costliest.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect(line('Where is my order?')).toContainText('$0.11');
  await expect(line('2 other conversations')).toContainText('$0.03');
  await expect(line('In no conversation')).toContainText('$5.91');
  await expect(line('All calls')).toContainText('$6.69');
  await checkA11y(page);
  await line(HOSTILE)
    .getByRole('link', { name: `Transcript of ${HOSTILE}` })
    .click();
  const transcript = page.getByRole('dialog', { name: `Transcript of ${HOSTILE}` });
  await expect(transcript.getByRole('listitem')).toContainText([HOSTILE, '7 tokens$0.12One moment']);
  await page.keyboard.press('Escape');
  await expect(transcript).toBeHidden();
  await line('Where is my order?').getByRole('link', { name: '1: show the calls of chat-1' }).click();
  await expect(page.getByText('1 to 1 of 1 calls')).toBeVisible();
});

test('AI-18, AI-20: the cost of a resolved ticket leads to these tickets, and the billing cycle stands apart', async ({
  page,
  clock,
  site,
}) => {
  // The 90 days begin with 21 August: what was a minute earlier counts nowhere.
  const [inside, outside] = ['2026-08-21T00:01:00Z', '2026-08-20T23:59:00Z'];
  const resolved = { status: 'resolved' };
  await clock.as(outside, () => makeTickets(site, [resolved]));
  await clock.as(inside, () => makeTickets(site, [resolved, { status: 'closed' }]));
  await makeTickets(site, [resolved, { status: 'open' }]);
  await makeAiCalls(site, [
    { created_utc: outside, cost_usd: 50 },
    { created_utc: inside, cost_usd: 6 },
    { cost_usd: 4 },
  ]);
  await signIn(page, site, { path: '/ai/usage?days=90' });
  const each = figure(page, 'Per resolved ticket');
  await expect(each).toHaveText('Per resolved ticket$3.333 resolved in 90 days');
  await page.getByText('Billing cycle').click();
  await expect(region(page, 'About these figures')).toContainText(/1 Nov to 1 Dec: \d+ AI replies/);
  await each.click();
  await expect(page).toHaveURL(/\/inbox\?/);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
});
