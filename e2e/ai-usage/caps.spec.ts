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

test('AI-06: to set, to clear and to leave a cap are three things, and only what changed is sent', async ({
  page,
  site,
}) => {
  await setCaps(site, {
    monthly_budget_usd: 100,
    daily_token_limit: 9_000_000,
    minute_call_limit: 60,
    action: 'soft',
  });
  await setCaps(site, { minute_call_limit: null });
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
  await expect(budget).toHaveAccessibleDescription(/\$250\.50 a month Keep \$100/);
  await expect(form.getByRole('textbox', { name: 'Daily tokens' })).toHaveAccessibleDescription(/No cap Keep 9\.00/);
  await expect(form.getByRole('textbox', { name: 'Calls per minute' })).toHaveAccessibleDescription(
    /No cap Not changed/,
  );
  await checkA11y(page);

  // Nothing is saved before the button.
  expect(await limitsOf(site)).toEqual([100, 9_000_000, null, 'soft']);

  // What is no amount has its message where it stands.
  await budget.fill('a lot');
  await expect(budget).toHaveAccessibleDescription(/Enter 0 or more, or leave it empty for no cap\./);
  await budget.fill('');
  await expect(budget).toHaveAccessibleDescription(/^No cap/);
  await form.getByRole('textbox', { name: 'Calls per minute' }).fill('1.5');
  await expect(form.getByRole('textbox', { name: 'Calls per minute' })).toHaveAccessibleDescription(
    /Enter a whole number\./,
  );
  await form.getByRole('button', { name: 'Keep No cap: Calls per minute' }).click();
  await budget.fill('250.50');
  await form.getByRole('button', { name: 'Save caps' }).click();
  await expect(form).toBeHidden();
  await expect(caps.getByRole('button', { name: 'Edit caps' })).toBeFocused();
  expect(await limitsOf(site)).toEqual([250.5, null, null, 'soft']);
  const changes = (await historyOf(site)).slice(0, -before.length);
  expect(changes).toHaveLength(2);
  expect(changes).toEqual(
    expect.arrayContaining([
      ['budget', '100', '250.5'],
      ['daily_tokens', '9000000', null],
    ]),
  );

  // Undo sends back the same fields, and nothing that has not changed is sent at all.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => limitsOf(site)).toEqual([100, 9_000_000, null, 'soft']);
  await caps.getByRole('button', { name: 'Edit caps' }).click();
  await form.getByRole('button', { name: 'Save caps' }).click();
  await expect(form).toContainText('Nothing has changed, so nothing was sent.');
  expect((await historyOf(site)).length).toBe(before.length + 4);
});

test('AI-05, AI-07: what is over a cap is shown, what a hard cap stops is asked about, and nobody is overwritten', async ({
  page,
  site,
}) => {
  await makeAiCalls(site, [{ cost_usd: 250 }]);
  await setCaps(site, { monthly_budget_usd: 100, action: 'soft' });
  await signIn(page, site, { path: '/ai/usage?edit=true' });
  const caps = capsOf(page);
  const form = caps.getByRole('form', { name: 'Edit caps' });
  const budget = caps.getByRole('group', { name: 'Monthly budget' });
  await expect(budget).toContainText('$150.00 over');
  await expect(budget).toContainText('250.0\u00a0%');
  await expect(budget.getByRole('meter')).toHaveAttribute('aria-valuenow', '100');

  await form.getByRole('radio', { name: 'Hard, stop' }).click();
  await expect(form).toContainText('Under a hard budget, calls of a model without a price are refused.');
  await form.getByRole('button', { name: 'Save caps' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop copilot and copilot_summary now?' });
  await expect(dialog).toContainText('This stops copilot and copilot_summary now. $250.00 is already over $100.');
  await expect(dialog).toContainText('Others must check the caps themselves.');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await limitsOf(site)).toEqual([100, null, null, 'soft']);

  // Somebody else is shown, not overwritten.
  await form.getByRole('textbox', { name: 'Monthly budget' }).fill('101');
  await setCaps(site, { monthly_budget_usd: 650 });
  await form.getByRole('button', { name: 'Save caps' }).click();
  await expect(form.getByRole('alert').first()).toContainText(
    'The monthly budget was changed to $650 by someone else.',
  );
  expect(await limitsOf(site)).toEqual([650, null, null, 'soft']);
  await form.getByRole('button', { name: 'Use mine' }).click();
  await form.getByRole('button', { name: 'Save caps' }).click();
  await dialog.getByRole('button', { name: 'Stop copilot and copilot_summary now' }).click();
  await expect(form).toBeHidden();
  expect(await limitsOf(site)).toEqual([101, null, null, 'hard']);
  await expect(caps).toContainText('Hard');
});

test('AI-10, AI-26: before a hard cap is saved the form says how often it would have been reached, and what it stops and does not', async ({
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
    // Today is not over, and counts in neither.
    { input_tokens: 9_000_000, cost_usd: 100, feature: 'bot' },
  ]);
  await signIn(page, site, { path: '/ai/usage?edit=true' });
  const form = capsOf(page).getByRole('form', { name: 'Edit caps' });
  await form.getByRole('textbox', { name: 'Daily tokens' }).fill('800000');
  await expect(form).toContainText('In the last 30 complete days it would have been reached on 2.');
  await form.getByRole('textbox', { name: 'Daily tokens' }).fill('3000000');
  await expect(form).toContainText('In the last 30 complete days it would never have been reached.');
  await form.getByRole('textbox', { name: 'Daily tokens' }).fill('20000000');
  // 20 + 2 + 20 USD: the running total of the month passes 30 with the third day.
  await form.getByRole('textbox', { name: 'Monthly budget' }).fill('30');
  await expect(form).toContainText('In the last 30 complete days it would have been reached on 16 Nov.');
  await expect(form).not.toContainText('The service stops: ');
  await form.getByRole('radio', { name: 'Hard, stop' }).click();
  await expect(form).toContainText('The service stops: copilot (3 calls, $21.00).');
  await expect(form).toContainText('These must stop themselves: bot (4 calls, $121.00).');
  await checkA11y(page);

  // Saved after the question, in the history at once, and taken back.
  await form.getByRole('button', { name: 'Save caps' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop copilot and copilot_summary now?' });
  await expect(dialog).toContainText('is already over $30');
  await dialog.getByRole('button', { name: 'Stop copilot and copilot_summary now' }).click();
  await expect(dialog).toBeHidden();
  expect(await limitsOf(site)).toEqual([30, 20_000_000, null, 'hard']);
  await expect(page.getByRole('region', { name: 'Changes to caps' })).toContainText('No cap → $30');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => limitsOf(site)).toEqual([null, null, null, 'none']);
});

test('AI-06: what is understood of a typed amount is said before it is saved, and what could mean two things is refused', async ({
  page,
  site,
}) => {
  await setCaps(site, { monthly_budget_usd: 100, daily_token_limit: 6_600_000, minute_call_limit: 30, action: 'soft' });
  await signIn(page, site, { path: '/ai/usage?edit=true' });
  const form = capsOf(page).getByRole('form', { name: 'Edit caps' });
  const budget = form.getByRole('textbox', { name: 'Monthly budget' });
  const tokens = form.getByRole('textbox', { name: 'Daily tokens' });
  await expect(tokens).toHaveValue('6,600,000');
  await expect(tokens).toHaveAccessibleDescription(/^6\.6 million tokens a day \(6,600,000\)/);
  await expect(form.getByRole('textbox', { name: 'Calls per minute' })).toHaveAccessibleDescription(
    /^30 calls a minute/,
  );
  await budget.fill('12,50');
  await expect(budget).toHaveAccessibleDescription(/^Write it like 1,500\.50/);
  await expect(form.getByRole('status').filter({ hasText: 'a month' })).toHaveCount(0);
  await form.getByRole('button', { name: 'Save caps' }).click();
  await settled(page);
  expect((await limitsOf(site))[0]).toBe(100);
  await budget.fill('1.5');
  await expect(form.getByRole('status').filter({ hasText: '$1.50 a month' })).toBeVisible();
  await budget.fill('1,500');
  await expect(form.getByRole('status').filter({ hasText: '$1,500 a month' })).toBeVisible();
  await form.getByRole('button', { name: 'Save caps' }).click();
  await expect(form).toBeHidden();
  expect(await limitsOf(site)).toEqual([1_500, 6_600_000, 30, 'soft']);
});

test('AI-08: a banner for each share that is reached comes once, and again for the next', async ({ page, site }) => {
  await setCaps(site, { monthly_budget_usd: 100 });
  await makeAiCalls(site, [{ cost_usd: 60 }]);
  await signIn(page, site, { path: '/ai/usage' });
  const banner = page.getByRole('region', { name: 'Cap alerts' });
  await expect(banner).toContainText('60.0\u00a0% of the monthly budget is used: $60.00 of $100 this UTC month.');
  const alerts = page.getByRole('region', { name: 'Alerts', exact: true });
  await expect(alerts.getByRole('row', { name: /^50/ }).first()).toContainText('$50Sent');
  await expect(alerts.getByRole('row', { name: /^95/ }).first()).not.toContainText('Sent');
  await expect(alerts).toContainText('Calls per minute: no cap, so nothing is sent.');
  await banner.getByRole('button', { name: 'Dismiss: Monthly budget' }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(alerts).toBeVisible();
  await settled(page);
  await expect(banner).toHaveCount(0);
  // A cap that is used up stands above one that is near, also where people answer tickets.
  await setCaps(site, { monthly_budget_usd: 75, daily_token_limit: 100, action: 'hard' });
  await page.goto('/inbox');
  await expect(banner.getByRole('status')).toHaveText([/^The daily token cap is used up/, /^80/]);
  await setCaps(site, { monthly_budget_usd: 100, daily_token_limit: null });
  await makeAiCalls(site, [{ cost_usd: 50 }]);
  await page.goto('/ai/usage');
  await expect(banner).toContainText('The monthly budget is used up: $110.00 of $100 this UTC month.');
});

test('AI-19: caps are shown and not changed by a token that only reads, and a failed save keeps what was typed', async ({
  page,
  problems,
  site,
}) => {
  await setCaps(site, { monthly_budget_usd: 100 });
  await signIn(page, site, { path: '/ai/usage', token: site.tokens.readOnly });
  const changes = page.getByRole('region', { name: 'Changes to caps' });
  await expect(changes.getByRole('row', { name: /End to end.*Monthly budget.*No cap → \$?100/ }).first()).toBeVisible();
  await expect(capsOf(page).getByRole('button', { name: /Edit caps/ })).toHaveAccessibleDescription(/ai_limits:write/);

  await signIn(page, site, { path: '/ai/usage?edit=true' });
  problems.allow(/500/);
  await intercept(page, /resource=ai_limits/, (route) =>
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
  await form.getByRole('textbox', { name: 'Calls per minute' }).fill('7');
  await form.getByRole('button', { name: 'Save caps' }).click();
  await expect(form).toContainText('The caps could not be saved.');
  await expect(form).toContainText('r-42');
  await expect(form.getByRole('textbox', { name: 'Calls per minute' })).toHaveValue('7');
});
