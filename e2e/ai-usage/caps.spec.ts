import type { Page } from '@playwright/test';
import { makeAiCalls } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { historyOf, limitsOf, MIDDLE, setCaps } from './ai-support.ts';

const capsOf = (page: Page) => page.getByRole('region', { name: 'Caps', exact: true });

test.beforeEach(({ clock }) => clock.set(MIDDLE));

test('AI-05, AI-06, AI-19: setting, clearing and leaving a cap are three things, only changes are sent, undo sends them back, and a failed save keeps what was typed', async ({
  page,
  site,
  problems,
}) => {
  await setCaps(site, { monthly_budget_usd: 100, daily_token_limit: 6_600_000, action: 'soft' });
  await makeAiCalls(site, [{ cost_usd: 12.34 }]);
  const before = await historyOf(site);
  await signIn(page, site, { path: '/ai/usage' });
  const caps = capsOf(page);
  await expect(caps.getByRole('group', { name: 'Calls per minute' })).toContainText('No cap');
  await expect(caps.getByRole('meter', { name: 'Calls per minute' })).toHaveCount(0);
  await expect(caps.getByRole('group', { name: 'Monthly budget' })).toContainText(/\$12\.34 this UTC month\s*of \$100/);

  // By keyboard alone.
  await page.keyboard.press('b');
  const form = caps.getByRole('form', { name: 'Edit caps' });
  const budget = form.getByRole('textbox', { name: 'Monthly budget' });
  const tokens = form.getByRole('textbox', { name: 'Daily tokens' });
  await expect(budget).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(tokens).toBeFocused();
  await expect(tokens).toHaveValue('6,600,000');
  await expect(tokens).toHaveAccessibleDescription('6,600,000 tokens a day');
  await page.keyboard.press('Backspace');
  await expect(tokens).toHaveAccessibleDescription('No cap Now 6.60 M');
  await checkA11y(page);

  // A failed save keeps what was typed.
  problems.allow(/500/);
  await intercept(page, /resource=ai_limits/, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 500,
          headers: { 'x-svc-request-id': 'r-42' },
          json: { ok: false, error: { code: 'internal_error', message: 'broken' } },
        })
      : route.continue(),
  );
  await budget.fill('1,250.50');
  await expect(budget).toHaveAccessibleDescription('$1,250.50 a month Now $100');
  await form.getByRole('button', { name: 'Save caps' }).click();
  await expect(form).toContainText('The caps could not be saved.');
  await expect(form).toContainText('r-42');
  await expect(budget).toHaveValue('1,250.50');
  expect(await limitsOf(site)).toEqual([100, 6_600_000, null, 'soft']);
  await page.unroute(/resource=ai_limits/);
  await form.getByRole('button', { name: 'Save caps' }).click();
  await expect(form).toBeHidden();
  await expect(caps.getByRole('button', { name: 'Edit caps' })).toBeFocused();
  expect(await limitsOf(site)).toEqual([1250.5, null, null, 'soft']);
  const changes = (await historyOf(site)).slice(0, -before.length);
  expect(changes).toHaveLength(2);
  expect(changes).toEqual(
    expect.arrayContaining([
      ['budget', '100', '1250.5'],
      ['daily_tokens', '6600000', null],
    ]),
  );

  const history = page.getByRole('region', { name: 'Changes to caps' });
  await expect(history.getByRole('row', { name: /End to end.*Monthly budget.*100 → \$?1,250\.50?/ })).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => limitsOf(site)).toEqual([100, 6_600_000, null, 'soft']);
  await caps.getByRole('button', { name: 'Edit caps' }).click();
  await form.getByRole('button', { name: 'Save caps' }).click();
  await expect(form, 'nothing has changed').toBeHidden();
  expect((await historyOf(site)).length).toBe(before.length + 4);
});

test('AI-07, AI-10, AI-19, AI-26: how often a cap would have been reached, what a hard one stops, a question before it stops calls, and a conflict', async ({
  page,
  site,
}) => {
  const day = (date: string, input_tokens: number, cost_usd: number) => [
    { created_utc: `${date}T12:00:00Z`, feature: 'bot', input_tokens, output_tokens: 0, cost_usd },
    { created_utc: `${date}T13:00:00Z`, feature: 'copilot', input_tokens: 0, output_tokens: 0, cost_usd },
  ];
  await makeAiCalls(site, [
    ...day('2026-11-13', 2_000_000, 10),
    ...day('2026-11-15', 500_000, 1),
    ...day('2026-11-16', 1_000_000, 10),
    // Today is not over and is in neither count.
    { input_tokens: 9_000_000, cost_usd: 100, feature: 'bot' },
  ]);
  await signIn(page, site, { path: '/ai/usage?edit=true' });
  const caps = capsOf(page);
  const form = caps.getByRole('form', { name: 'Edit caps' });
  const budget = form.getByRole('textbox', { name: 'Monthly budget' });
  const tokens = form.getByRole('textbox', { name: 'Daily tokens' });
  await tokens.fill('800000');
  await expect(form).toContainText('In the last 30 complete days it would have been reached on 2.');
  await tokens.fill('20000000');
  await expect(form).toContainText('In the last 30 complete days it would never have been reached.');
  // 20 + 2 + 20 USD: the running total of the month passes 30 with the third day.
  await budget.fill('30');
  await expect(form).toContainText('In the last 30 complete days it would have been reached on 16 Nov.');
  await form.getByRole('radio', { name: 'Soft, warn' }).click();
  const effect = form.getByRole('status').last();
  await expect(effect).toHaveText('The soft cap warns and does not stop calls.');
  await form.getByRole('radio', { name: 'Hard, stop' }).click();
  await expect(effect).toHaveText(
    'When a cap is reached, the service stops copilot and copilot_summary. Others must check the caps themselves.',
  );
  await expect(form).toContainText('The service stops: copilot (3 calls, $21.00).');
  await expect(form).toContainText('These must stop themselves: bot (4 calls, $121.00).');
  await expect(form).toContainText('Under a hard budget, calls of a model without a price are refused.');

  await form.getByRole('button', { name: 'Save caps' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop copilot and copilot_summary now?' });
  await expect(dialog).toContainText('$142.00 of $30 is already used.');
  await expect(dialog).toContainText('Others must check the caps themselves.');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await limitsOf(site)).toEqual([null, null, null, 'none']);

  // A change by someone else is shown and not overwritten.
  await setCaps(site, { daily_token_limit: 5_000_000 });
  await form.getByRole('button', { name: 'Save caps' }).click();
  await form.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(tokens).toHaveValue('5,000,000');
  await expect(budget).toHaveValue('30');
  await tokens.fill('20000000');
  await setCaps(site, { monthly_budget_usd: 650, action: 'soft' });
  await form.getByRole('button', { name: 'Save caps' }).click();
  await expect(form.getByRole('alert').first()).toContainText(
    'The monthly budget was changed to $650 by someone else.',
  );
  expect(await limitsOf(site)).toEqual([650, 5_000_000, null, 'soft']);
  await form.getByRole('button', { name: 'Use mine' }).click();
  await form.getByRole('button', { name: 'Save caps' }).click();
  await dialog.getByRole('button', { name: 'Stop copilot and copilot_summary now' }).click();
  await expect(form).toBeHidden();
  expect(await limitsOf(site)).toEqual([30, 20_000_000, null, 'hard']);
  await expect(caps).toContainText('Hard');
  await expect(page.getByRole('region', { name: 'Changes to caps' })).toContainText('$650 → $30');
});

test('AI-08: a banner for each share that is reached comes once, and again for the next', async ({ page, site }) => {
  await setCaps(site, { monthly_budget_usd: 100 });
  await makeAiCalls(site, [{ cost_usd: 60 }]);
  await signIn(page, site, { path: '/ai/usage' });
  const banner = page.getByRole('region', { name: 'Cap alerts' });
  await expect(banner).toContainText('60.0\u00a0% of the monthly budget is used: $60.00 of $100 this UTC month.');
  await expect(capsOf(page).getByRole('group', { name: 'Monthly budget' })).toContainText(
    'Last alert at 50\u00a0%, sent 18 Nov, 10:00 UTC. Next alert at 80\u00a0% ($80).',
  );
  await banner.getByRole('button', { name: 'Dismiss: Monthly budget' }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(capsOf(page).getByRole('group', { name: 'Monthly budget' })).toContainText('$60.00');
  await settled(page);
  await expect(banner).toHaveCount(0);
  // The fullest cap comes first, in the inbox too.
  await setCaps(site, { monthly_budget_usd: 75, daily_token_limit: 100, action: 'hard' });
  await page.goto('/inbox');
  await expect(banner.getByRole('status')).toHaveText([/^The daily token cap is used up/, /^80/]);
});
