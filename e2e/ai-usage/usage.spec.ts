import type { Locator } from '@playwright/test';
import { makeAiCalls, makeCustomer, makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { features, hero, HOSTILE, makeDailyCalls, MIDDLE, NOVEMBER, region, setCaps, totalOf } from './ai-support.ts';

test.beforeEach(({ clock }) => clock.set(MIDDLE));

test('AI-01, AI-03, AI-12, AI-16, AI-18: the month, every feature in any order, and each figure opens what it counts', async ({
  page,
  site,
}) => {
  await makeAiCalls(site, NOVEMBER);
  await setCaps(site, { monthly_budget_usd: 100 });
  await makeTickets(site, [{ status: 'resolved' }, { status: 'closed' }, { status: 'open' }]);
  await signIn(page, site, { path: '/ai' });
  await expect(page, 'the shorter address leads on').toHaveURL(/\/ai\/usage(\?|$)/);
  await expect(hero(page)).toContainText('$5.00 of $100 in November');
  const table = features(page);
  const names = table.locator('tbody').getByRole('rowheader');
  await expect(names).toHaveText(['intent', 'kb_search', 'bot', 'summary', 'tone', 'copilot']);
  await expect(table.getByRole('row', { name: /^bot/ })).toHaveText('bot$3.25+$3.25$0.810.0\u00a0%');
  // 100 USD on the day before these 30.
  await expect(totalOf(table)).toContainText('$19.00−$81.00');
  await page.getByRole('button', { name: 'More columns' }).click();
  await expect(table.getByRole('row', { name: /^bot/ })).toContainText(
    /\$3\.25\$0\.00.*4.*220.*50\.0\s%800\sms800\sms/,
  );
  await expect(totalOf(table)).toContainText('$19.00$100.00−$81.00');
  await table.getByRole('button', { name: 'Per call', exact: true }).click();
  await expect(names).toHaveText(['intent', 'kb_search', 'summary', 'bot', 'tone', 'copilot']);
  await table.getByRole('button', { name: 'Per call', exact: true }).click();
  await expect(names.first()).toHaveText('copilot');
  await table.getByRole('button', { name: 'Feature' }).press('Enter');
  await expect(page).toHaveURL(/sort=name/);
  await expect(names.first()).toHaveText('bot');
  await checkA11y(page);

  await table
    .getByRole('row', { name: /^copilot/ })
    .getByRole('link', { name: '100' })
    .click();
  await expect(page).toHaveURL(/feature=copilot&status=error/);
  await expect(page.getByText('1 to 1 of 1 calls')).toBeVisible();
  await page.goBack();
  await table.getByRole('link', { name: 'bot', exact: true }).click();
  await expect(page.getByText('1 to 4 of 4 calls')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: '$9.50 for each of 2 resolved tickets' }).click();
  await expect(page).toHaveURL(/\/inbox\?/);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
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
    '$2,855 to $2,894 by 30 Nov (80 % range), budget $2,200: $675 over budget. You would pass the budget around 24 Nov. The soft cap warns and does not stop calls.',
  );
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

test('AI-02, AI-04, AI-12: the range by keys, by a form and by a preset, days ahead, and the calls of a part of a column', async ({
  page,
  site,
}) => {
  await makeAiCalls(site, NOVEMBER);
  await signIn(page, site, { path: '/ai/usage' });
  const cost = totalOf(features(page)).getByRole('cell').first();
  await expect(cost).toHaveText('$19.00');
  await page.keyboard.press('1');
  await expect(page).toHaveURL(/days=7/);
  await expect(cost).toHaveText('$4.00');
  await page.keyboard.press('m');
  const perDay = region(page, 'Calls per day');
  await expect(perDay.getByRole('list', { name: 'Colours of the features' }).getByRole('listitem')).toHaveText([
    'bot',
    'tone',
    'copilot',
  ]);
  // Yesterday had three calls of the bot, two of them cached, and one of `tone`, which is drawn above them.
  const columns = (series: number) => perDay.locator('.recharts-bar').nth(series).locator('rect');
  const boxOf = async (part: Locator) => {
    await expect(part).toBeVisible();
    await settled(page);
    const box = await part.boundingBox();
    if (box === null) throw new Error('The part is not on screen');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, top: box.y };
  };
  const tone = await boxOf(columns(1).nth(5));
  await page.mouse.click(tone.x, tone.y);
  await expect(page).toHaveURL(/from=2026-11-17&to=2026-11-18&feature=tone/);
  await expect(page.getByText('1 to 1 of 1 calls')).toBeVisible();
  await page.goBack();
  // The space above a column has all calls of its day.
  const today = await boxOf(columns(0).nth(6));
  await page.mouse.move(today.x, today.top - 60);
  await expect(perDay.getByRole('status')).toContainText('18 Nov');
  await page.mouse.down();
  await page.mouse.up();
  await expect(page).toHaveURL(/from=2026-11-18&to=2026-11-19/);
  await expect(page).not.toHaveURL(/feature=/);
  await expect(page.getByText('1 to 2 of 2 calls')).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: 'Other dates' }).click();
  const form = page.getByRole('dialog', { name: 'Other dates' });
  await form.getByLabel('First day').fill('2026-11-16');
  await form.getByLabel('Last day').fill('2026-11-10');
  await form.getByRole('button', { name: 'Show these days' }).click();
  await expect(form.getByRole('status')).toHaveText('The first day is after the last one.');
  await form.getByLabel('Last day').fill('2026-11-17');
  await form.getByRole('button', { name: 'Show these days' }).click();
  await expect(page).toHaveURL(/from=2026-11-16&to=2026-11-18/);
  await expect(cost).toHaveText('$2.50');
  await page.getByRole('button', { name: /Other dates, now/ }).click();
  await form.getByRole('button', { name: 'This month' }).click();
  await expect(page).toHaveURL(/from=2026-11-01&to=2026-11-19/);
  await expect(cost).toHaveText('$5.00');
  await page.goto(`${site.url}/ai/usage?from=2027-01-01&to=2027-02-01`);
  await expect(page.getByText('These days have not begun yet.')).toHaveCount(2);
  await expect(hero(page)).toContainText('$5.00');
});

test('a site without AI usage, without calls, and with reports that fail: each says so in its place', async ({
  page,
  site,
  makeSite,
  problems,
}) => {
  await signIn(page, await makeSite({ undeployed: ['ai_usage'] }), { path: '/ai/usage' });
  await expect(page.getByText('AI usage is not deployed for this site')).toBeVisible();
  problems.allow(/400/);
  const error = { code: 'bad_field', message: 'from: no such day' };
  await intercept(page, /resource=ai_reports/, (route) => route.fulfill({ status: 400, json: { ok: false, error } }));
  await signIn(page, site, { path: '/ai/usage' });
  for (const what of ['What it went to', 'The days'])
    await expect(page.getByText(`${what} could not be loaded`)).toBeVisible();
  await page.unroute(/resource=ai_reports/);
  await region(page, 'What it went to').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No AI calls in this window')).toBeVisible();
  await expect(hero(page)).toContainText('$0.00 in November. No budget is set.');
  await expect(hero(page)).toContainText('No AI calls in the last 90 days.');
});

test('AI-21, AI-22: the same tokens at other prices, and the costliest conversations with what was said', async ({
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
  const { id: customer, email } = await makeCustomer(site, 'Maren Holm');
  const items = [said(HOSTILE, HOSTILE), { ...said('chat-1', 'Where is my order?'), email }];
  expect((await site.call('POST', 'ingest', { body: { items } })).json).toMatchObject({ data: { failed: 0 } });
  const noTokens = { input_tokens: 0, output_tokens: 0 };
  await makeAiCalls(site, [
    // 3,000,000 tokens in, 500,000 out.
    { feature: 'bot', model: 'm-large', input_tokens: 2_000_000, output_tokens: 300_000, cost_usd: 4.5 },
    { feature: 'summary', model: 'm-small', input_tokens: 1_000_000, output_tokens: 200_000, cost_usd: 1.41 },
    { ...noTokens, model: 'm-large', cost_usd: 7, created_utc: '2026-10-19T00:00:00Z' },
    // Twelve conversations of 12, 11 ... 1 cent.
    ...Array.from({ length: 12 }, (_, index) => ({
      ...noTokens,
      ...{ feature: 'intent', model: 'm-small', cost_usd: (12 - index) / 100 },
      session_id: index === 0 ? HOSTILE : `chat-${index}`,
    })),
  ]);
  // A model that is priced for its input alone writes no text, and is not offered.
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
  await expect(totalOf(models)).toContainText('$6.69−$0.31');
  const prices = panel.getByRole('combobox', { name: 'At the prices of' });
  await expect(prices.getByRole('option')).toHaveText(['As paid', 'other']);
  await prices.selectOption('other');
  // 3 x 1 + 0.5 x 2 = 4; 2 x 1 + 0.3 x 2 = 2.60.
  await expect(totalOf(models)).toContainText('$4.00−$2.69');
  await expect(models.getByRole('row', { name: /^m-large/ })).toContainText('$2.60−$1.90');
  await expect(page).toHaveURL(/by=model&at=other/);
  await panel.getByRole('radio', { name: 'API tokens' }).click();
  await page
    .getByRole('table', { name: /AI usage by API token/ })
    .getByRole('link', { name: 'End to end' })
    .click();
  await expect(page.getByText('1 to 14 of 14 calls')).toBeVisible();
  await page.goBack();

  const rows = region(page, 'Costliest conversations').locator('tbody').getByRole('row');
  await expect(rows.getByRole('cell').filter({ hasText: '$' })).toHaveText([
    '$0.12',
    '$0.11',
    '$0.10',
    '$0.09',
    '$0.08',
    '$0.07',
    '$0.06',
    '$0.05',
  ]);
  await expect(rows.nth(1)).toContainText('Where is my order?');
  await expect(rows.nth(1).getByRole('link', { name: 'Maren Holm' })).toHaveAttribute('href', `/customers/${customer}`);
  await rows
    .first()
    .getByRole('link', { name: `Transcript of ${HOSTILE}` })
    .click();
  await expect(page).toHaveURL(/\/conversations\/session\//);
  const transcript = page.getByRole('region', { name: 'Transcript', exact: true });
  await expect(transcript.getByRole('listitem')).toContainText([HOSTILE, 'One moment']);
  await page.goBack();
  await rows.nth(1).getByRole('link', { name: '1: show the calls of chat-1' }).click();
  await expect(page.getByText('1 to 1 of 1 calls')).toBeVisible();
  await page.goBack();
  await region(page, 'Costliest conversations').getByRole('link', { name: 'All conversations' }).click();
  await expect(page.getByRole('grid', { name: 'Conversations' }).getByRole('row')).toContainText([HOSTILE, /order/]);
});
