import type { Page } from '@playwright/test';
import { makeAiCalls } from '#e2e/support/builders.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import type { TestClock } from '#e2e/support/test-clock.ts';
import { features, figure, hero, region, setCaps, totalOf } from './ai-support.ts';

// Days and months end while people look. Other tests of this room stay in the middle of a month.

/** Opens the page with timers that can be leapt over. */
async function openWithTimers(page: Page, site: OwnSite, clock: TestClock): Promise<void> {
  await clock.holdTimers(page);
  await signIn(page, site, { path: '/ai/usage' });
}

/** A quarter of an hour passes, after which the page reads its figures again by itself. */
const passQuarter = (page: Page, clock: TestClock): Promise<void> => clock.leap(page, 15 * 60_000);

test('AI-01, AI-09: on the first day of a month the month is that day alone, and days before it go on', async ({
  page,
  clock,
  site,
}) => {
  await clock.set('2026-12-01T00:10:00Z');
  await makeAiCalls(site, [
    { created_utc: '2026-12-01T00:00:00Z', cost_usd: 1 },
    // From 30 November back: 7 USD a day for twice as many days as the forecast needs.
    ...Array.from({ length: 14 }, (_, index) => ({
      created_utc: new Date(Date.UTC(2026, 10, 30 - index, 23, 59, 59)).toISOString(),
      cost_usd: 7,
    })),
  ]);
  await setCaps(site, { monthly_budget_usd: 100, action: 'soft' });
  await signIn(page, site, { path: '/ai/usage' });
  await expect(hero(page)).toContainText('$1.00 of $100 in December');
  // 1 so far, 6 of today, 7 for each of 30 days to come.
  await expect(hero(page)).toContainText(
    '$217 by 31 Dec, budget $100: $117 over budget. You would pass the budget around 15 Dec.',
  );
  await expect(figure(page, 'Calls today')).toHaveText('Calls today11 yesterday');
  await expect(figure(page, 'Tokens today')).toHaveText('Tokens today110110 this month');
  await expect(totalOf(features(page)).getByRole('cell').first()).toHaveText('$99.00');
  await page.getByRole('button', { name: 'Other dates' }).click();
  const form = page.getByRole('dialog', { name: 'Other dates' });
  await form.getByRole('button', { name: 'This month' }).click();
  await expect(page).toHaveURL(/from=2026-12-01&to=2026-12-02/);
  await expect(totalOf(features(page)).getByRole('cell').first()).toHaveText('$1.00');
  await page.getByRole('button', { name: /Other dates, now/ }).click();
  await form.getByRole('button', { name: 'Last month' }).click();
  await expect(page).toHaveURL(/from=2026-11-01&to=2026-12-01/);
  await expect(totalOf(features(page)).getByRole('cell').first()).toHaveText('$98.00');
});

test('AI-01, AI-09: 29 February is a day of its month, the last one', async ({ page, clock, makeSite }) => {
  await clock.set('2028-02-29T12:00:00Z');
  // Made now: the tokens of a site that begins with the test may have expired by then.
  const site = await makeSite();
  await makeAiCalls(site, [
    { created_utc: '2028-02-29T11:00:00Z', cost_usd: 1 },
    ...[28, 27, 26, 5].map((day) => ({ created_utc: new Date(Date.UTC(2028, 1, day)).toISOString(), cost_usd: 2 })),
    { created_utc: '2028-01-31T23:59:59Z', cost_usd: 4 },
  ]);
  await signIn(page, site, { path: '/ai/usage' });
  await expect(hero(page)).toContainText('$9.00 in February. No budget is set.');
  // No day is left but the rest of today, a Tuesday: of 20 working days before it a single one cost anything.
  await expect(hero(page)).toContainText('$9 by 29 Feb');
  await expect(figure(page, 'Calls today')).toHaveText('Calls today11 yesterday');
  await page.goto(`${site.url}/ai/usage?from=2028-02-01&to=2028-03-01`);
  await expect(totalOf(features(page)).getByRole('cell').first()).toHaveText('$9.00');
});

test('AI-01, AI-02: when the UTC day ends while the page is open, today is the new day at the next refresh', async ({
  page,
  clock,
  site,
}) => {
  await clock.set('2025-11-18T23:50:00Z');
  await makeAiCalls(site, [
    { created_utc: '2025-11-18T23:00:00Z', cost_usd: 2 },
    { created_utc: '2025-11-18T23:30:00Z', cost_usd: 3 },
    { created_utc: '2025-10-20T12:00:00Z', cost_usd: 40 },
  ]);
  await openWithTimers(page, site, clock);
  await expect(figure(page, 'Calls today')).toHaveText('Calls today20 yesterday');
  await expect(totalOf(features(page)).getByRole('cell').first()).toHaveText('$45.00');
  await passQuarter(page, clock);
  await expect(figure(page, 'Calls today')).toHaveText('Calls today02 yesterday');
  await expect(hero(page)).toContainText('$5.00 in November');
  // The first of the 30 days has left them.
  await expect(totalOf(features(page)).getByRole('cell').first()).toHaveText('$5.00');
  await makeAiCalls(site, [{ cost_usd: 1 }]);
  await passQuarter(page, clock);
  await expect(figure(page, 'Calls today')).toHaveText('Calls today12 yesterday');
  await figure(page, 'Calls today').click();
  await expect(page).toHaveURL(/from=2025-11-19&to=2025-11-20/);
  await expect(page.getByText('1 to 1 of 1 calls')).toBeVisible();
});

test('AI-01, AI-05, AI-08: when the month ends while the page is open, the month and its budget begin anew', async ({
  page,
  clock,
  site,
}) => {
  await clock.set('2025-12-31T23:50:00Z');
  await setCaps(site, { monthly_budget_usd: 10, daily_token_limit: 1000, action: 'hard' });
  await makeAiCalls(site, [{ created_utc: '2025-12-31T23:30:00Z', cost_usd: 12 }]);
  await openWithTimers(page, site, clock);
  const banner = region(page, 'Cap alerts');
  const budget = region(page, 'Caps').getByRole('group', { name: 'Monthly budget' });
  await expect(hero(page)).toContainText('$12.00 of $10 in December');
  await expect(hero(page)).toContainText('The service stops copilot and copilot_summary until 1 Jan, 00:00 UTC.');
  await expect(budget).toContainText('$12.00 this UTC month');
  await expect(banner).toContainText('The monthly budget is used up: $12.00 of $10 this UTC month.');
  await passQuarter(page, clock);
  await expect(hero(page)).toContainText('$0.00 of $10 in January');
  await expect(hero(page)).not.toContainText('The service stops');
  await expect(figure(page, 'Calls today')).toHaveText('Calls today01 yesterday');
  await expect(budget).toContainText('$0.00 this UTC month');
  await expect(banner).toHaveCount(0);
  // What was spent stays in the days that are shown.
  await expect(totalOf(features(page)).getByRole('cell').first()).toHaveText('$12.00');
});
