import type { Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { dayAgo, fillDay, historyOf, ingest, limitsOf, setCaps, shownDay, spentOf, trendOf } from './cap-figures.ts';

const capsOf = (page: Page) => page.getByRole('region', { name: 'Caps', exact: true });

test('AI-06: to set, to clear and to leave a cap are three things, and only what changed is sent', async ({
  page,
  ownService: service,
}) => {
  await setCaps(service, {
    monthly_budget_usd: 100,
    daily_token_limit: 9_000_000,
    minute_call_limit: 60,
    action: 'soft',
  });
  await setCaps(service, { minute_call_limit: null });
  const before = await historyOf(service);
  await signIn(page, service, { path: '/ai/usage' });
  const caps = capsOf(page);
  await expect(caps.getByRole('group', { name: 'Calls per minute' })).toContainText('No cap');
  await expect(caps.getByRole('meter', { name: 'Calls per minute' })).toHaveCount(0);
  await expect(caps.getByRole('group', { name: 'Monthly budget' })).toContainText(
    /\$[0-9]+\.[0-9]{2} this UTC month\s*of \$100/,
  );

  // By keyboard alone.
  await page.keyboard.press('b');
  const form = caps.getByRole('form', { name: 'Edit caps' });
  const budget = form.getByRole('textbox', { name: 'Monthly budget' });
  await expect(budget).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('250.50');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(form.getByRole('textbox', { name: 'Daily tokens' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(form).toContainText('$100 → $250.50');
  await expect(form).toContainText('9.00\u00a0M → No cap');
  await expect(form).toContainText('Stays: No cap');
  await checkA11y(page);

  // A what-if can be shared, and survives a reload.
  await expect(page).toHaveURL(/edit=true&budget=250\.50&tokens=none/);
  await page.reload();
  await expect(budget).toHaveValue('250.50');
  expect(await limitsOf(service)).toEqual([100, 9_000_000, null, 'soft']);

  // What is no amount has its message where it stands.
  await budget.fill('a lot');
  await expect(budget).toHaveAccessibleDescription(/Monthly budget must be a number of at least 0/);
  await budget.fill('');
  await expect(budget).toHaveAccessibleDescription(/Type an amount, or choose “No cap”/);
  await form.getByRole('textbox', { name: 'Calls per minute' }).fill('1.5');
  await expect(form.getByRole('textbox', { name: 'Calls per minute' })).toHaveAccessibleDescription(
    /Calls per minute must be an integer/,
  );
  await form.getByRole('button', { name: 'Keep No cap: Calls per minute' }).click();
  await budget.fill('250.50');
  await form.getByRole('button', { name: 'Save caps' }).click();
  await expect(form).toBeHidden();
  await expect(caps.getByRole('button', { name: 'Edit caps' })).toBeFocused();
  expect(await limitsOf(service)).toEqual([250.5, null, null, 'soft']);
  const changes = (await historyOf(service)).slice(0, -before.length);
  expect(changes).toHaveLength(2);
  expect(changes).toEqual(
    expect.arrayContaining([
      ['budget', '100', '250.5'],
      ['daily_tokens', '9000000', null],
    ]),
  );

  // Undo sends back the same fields, and nothing that has not changed is sent at all.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => limitsOf(service)).toEqual([100, 9_000_000, null, 'soft']);
  await caps.getByRole('button', { name: 'Edit caps' }).click();
  await form.getByRole('button', { name: 'Save caps' }).click();
  await expect(form).toContainText('Nothing has changed, so nothing was sent.');
  expect((await historyOf(service)).length).toBe(before.length + 4);
});

test('AI-05 AI-07: what is over a cap is shown, what a hard cap stops is asked about, and nobody is overwritten', async ({
  page,
  ownService: service,
}) => {
  // Two and a half times the cap, whatever the demo has spent.
  const spent = await spentOf(service);
  const cap = Math.ceil(spent / 2.5) + 1;
  const used = `$${(2.5 * cap).toFixed(2)}`;
  await ingest(service, [{ tokens: 100, costUsd: 2.5 * cap - spent }]);
  await setCaps(service, { monthly_budget_usd: cap, daily_token_limit: null, minute_call_limit: null, action: 'soft' });
  await signIn(page, service, { path: '/ai/usage?edit=true' });
  const caps = capsOf(page);
  const form = caps.getByRole('form', { name: 'Edit caps' });
  const budget = caps.getByRole('group', { name: 'Monthly budget' });
  await expect(budget).toContainText(`$${(1.5 * cap).toFixed(2)} over`);
  await expect(budget).toContainText('250.0\u00a0%');
  await expect(budget.getByRole('meter')).toHaveAttribute('aria-valuenow', String(cap));

  await form.getByRole('radio', { name: 'Hard, stop' }).click();
  await expect(form).toContainText('Under a hard budget, calls of a model without a price are refused.');
  await form.getByRole('button', { name: 'Save caps' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop AI calls now?' });
  await expect(dialog).toContainText(`This stops AI calls now. ${used} is already over $${cap}.`);
  await expect(dialog).toContainText('429 ai_cap_exceeded');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await limitsOf(service)).toEqual([cap, null, null, 'soft']);

  // Somebody else is shown, not overwritten.
  await form.getByRole('textbox', { name: 'Monthly budget' }).fill(String(cap + 1));
  await setCaps(service, { monthly_budget_usd: 650 });
  await form.getByRole('button', { name: 'Save caps' }).click();
  await expect(form.getByRole('alert').first()).toContainText(
    'The monthly budget was changed to $650 by somebody else meanwhile.',
  );
  expect(await limitsOf(service)).toEqual([650, null, null, 'soft']);
  await form.getByRole('button', { name: 'Use mine' }).click();
  await form.getByRole('button', { name: 'Save caps' }).click();
  await dialog.getByRole('button', { name: 'Stop AI calls now' }).click();
  await expect(form).toBeHidden();
  expect(await limitsOf(service)).toEqual([cap + 1, null, null, 'hard']);
  await expect(caps).toContainText('Hard');
});

test('AI-10: what a cap would have done agrees with the rows, and is saved by the same question', async ({
  page,
  ownService: service,
}) => {
  test.slow();
  await setCaps(service, { monthly_budget_usd: null, daily_token_limit: null, minute_call_limit: null });
  await fillDay(service, dayAgo(2), { calls: 200, tokens: 1_000_000, costUsd: 20 });
  await fillDay(service, dayAgo(3), { calls: 200, tokens: 500_000, costUsd: 20 });
  await fillDay(service, dayAgo(5), { calls: 200, tokens: 2_000_000, costUsd: 20 });
  await ingest(service, [{ tokens: 9_000_000, costUsd: 1 }]);
  await signIn(page, service, { path: '/ai/usage?tab=caps&cap=daily_tokens&try=800000&action=hard' });
  // 1 and 2 million are above 800,000: 1/5 and 3/5 of 200 calls are refused, and of 20 USD not spent.
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    'A cap of 800,000 tokens a day would have been hit on 2 of the last 30 days.',
  );
  await expect(page.getByText(`First on ${shownDay(5)}, last on ${shownDay(2)}.`)).toContainText(
    'With Hard about 160 calls would have been refused, and about $16.00 not spent. Nothing is saved yet.',
  );
  const panel = page.getByRole('region', { name: 'Try a cap' });
  const calls = (await trendOf(service)).slice(0, -1).reduce((sum, day) => sum + day.calls, 0);
  await expect(panel).toContainText('2 of 29 complete days');
  await expect(panel).toContainText(`≈ 160, ${((160 / calls) * 100).toFixed(1)}\u00a0%`);
  await expect(panel).toContainText(`2.00\u00a0M, ${shownDay(5)}`);
  const features = page.getByRole('table', { name: 'Calls that the tried cap would have refused, by feature' });
  await expect(features.getByRole('row', { name: /^Total/ })).toContainText('≈ 160≈ $16.00');

  // The field, the slider and the table say the same.
  const field = panel.getByRole('textbox', { name: 'Tokens a day' });
  await field.fill('3,000,000');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    `This cap would not have been hit in 30 days. The highest day was ${shownDay(5)} with 2.00\u00a0M tokens.`,
  );
  await panel.getByRole('slider', { name: 'Tried cap' }).press('ArrowLeft');
  await expect(field).not.toHaveValue('3,000,000');
  await field.fill('800000');
  await expect(page).toHaveURL(/try=800000/);
  await page.getByRole('button', { name: 'View as table' }).first().click();
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: 'Hit' })
      .filter({ hasText: shownDay(2) }),
  ).toContainText('1,000');
  await checkA11y(page);

  // Saved after the question, in the history at once, and taken back.
  await panel.getByRole('button', { name: 'Save cap…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop AI calls now?' });
  await expect(dialog).toContainText('is already over 800,000.');
  await dialog.getByRole('button', { name: 'Stop AI calls now' }).click();
  await expect(dialog).toBeHidden();
  expect(await limitsOf(service)).toEqual([null, 800_000, null, 'hard']);
  await expect(page.getByRole('region', { name: 'Changes to caps' })).toContainText('No cap → 800,000');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => limitsOf(service)).toEqual([null, null, null, 'none']);
});

test('AI-08: a banner for each share that is reached comes once, and again for the next', async ({
  page,
  ownService: service,
}) => {
  const spent = await spentOf(service);
  const cap = 2 * Math.ceil(spent);
  const shown = (share: number): string => `$${(share * cap).toFixed(2)} of $${cap} this UTC month.`;
  await setCaps(service, { monthly_budget_usd: cap, daily_token_limit: null, minute_call_limit: null });
  await ingest(service, [{ tokens: 10, costUsd: 0.6 * cap - spent }]);
  await signIn(page, service, { path: '/ai/usage?tab=caps' });
  const banner = page.getByRole('region', { name: 'Cap alerts' });
  await expect(banner).toContainText(`50\u00a0% of the monthly budget is used: ${shown(0.6)}`);
  const alerts = page.getByRole('region', { name: 'Alerts', exact: true });
  await expect(alerts.getByRole('row', { name: /^50/ }).first()).toContainText(`$${cap / 2}Sent`);
  await expect(alerts.getByRole('row', { name: /^95/ }).first()).not.toContainText('Sent');
  await expect(alerts).toContainText('Calls per minute: no cap, so nothing is sent.');
  await banner.getByRole('button', { name: 'Dismiss: Monthly budget' }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(alerts).toBeVisible();
  await expect(banner).toHaveCount(0);
  await ingest(service, [{ tokens: 10, costUsd: 0.5 * cap }]);
  await page.reload();
  await expect(banner).toContainText(`The monthly budget is used up: ${shown(1.1)}`);
});

test('AI-19: caps are shown and not changed by a token that only reads, and a failed save keeps what was typed', async ({
  page,
  problems,
  ownService: service,
}) => {
  await signIn(page, service, { path: '/ai/usage?tab=caps', token: service.tokens.readOnly });
  const changes = page.getByRole('region', { name: 'Changes to caps' });
  await expect(changes.getByRole('row', { name: /Support leads.*Monthly budget.*→/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Save cap…/ })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await expect(capsOf(page).getByRole('button', { name: /Edit caps/ })).toHaveAccessibleDescription(/ai_limits:write/);

  await signIn(page, service, { path: '/ai/usage?edit=true&minute=7' });
  problems.allow(/500/);
  await page.route(/resource=ai_limits/, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 500,
          contentType: 'application/json',
          headers: { 'x-svc-request-id': 'r-42' },
          body: '{"success":false,"error":{"code":"internal_error","message":"broken"}}',
        })
      : route.continue(),
  );
  const form = capsOf(page).getByRole('form', { name: 'Edit caps' });
  await form.getByRole('button', { name: 'Save caps' }).click();
  await expect(form).toContainText('The caps could not be saved.');
  await expect(form).toContainText('r-42');
  await expect(form.getByRole('textbox', { name: 'Calls per minute' })).toHaveValue('7');
});

test(
  'AI-05 AI-06: caps are set and tried with what the API document alone has',
  { tag: ['@document'] },
  async ({ page, ownService: service }) => {
    await setCaps(service, { monthly_budget_usd: null, daily_token_limit: null });
    await signIn(page, service, { path: '/ai/usage?tab=caps' });
    await expect(page.getByRole('region', { name: 'Changes to caps' })).toContainText(
      'This service keeps no history of its caps.',
    );
    await expect(page.getByRole('region', { name: 'Alerts', exact: true })).toContainText(
      'it is not known what was sent',
    );
    await expect(page.getByRole('region', { name: 'Try a cap' })).toContainText('of 29 complete days');
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    const caps = capsOf(page);
    await expect(caps.getByRole('group', { name: 'Monthly budget' })).toContainText('No cap');
    await caps.getByRole('button', { name: 'Edit caps' }).click();
    await caps.getByRole('textbox', { name: 'Monthly budget' }).fill('0');
    await caps.getByRole('button', { name: 'Save caps' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save and warn' }).click();
    await expect(page.getByRole('region', { name: 'Cap alerts' })).toContainText('The monthly budget is used up');
    expect((await limitsOf(service))[0]).toBe(0);
  },
);

test('AI-05: the caps fit a phone', { tag: ['@phone'] }, async ({ page, service }) => {
  for (const path of ['/ai/usage?edit=true', '/ai/usage?tab=caps&try=200']) {
    await signIn(page, service, { path });
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
    await checkA11y(page);
  }
});
