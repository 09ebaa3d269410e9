import { saved } from '#e2e/support/saved-file.ts';
import { makeAiCalls, makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { features, hero, MIDDLE, region, totalOf } from './ai-support.ts';

test('AI-25: calls without a price are told with their size in every figure of cost, at the price of one chosen model', async ({
  page,
  clock,
  site,
}) => {
  await clock.set(MIDDLE);
  // At `large`, 15 and 60 USD per million: 15 and 1.50; at `small` a tenth of it.
  const none = { model: 'preview', cost_usd: undefined, output_tokens: 0 };
  await makeAiCalls(site, [
    ...Array.from({ length: 9 }, (_, index) => ({
      cost_usd: 10,
      created_utc: `2026-11-${String(index + 9).padStart(2, '0')}T12:00:00Z`,
    })),
    { ...none, input_tokens: 1_000_000, created_utc: '2026-11-17T13:00:00Z' },
    { ...none, feature: 'tone', input_tokens: 100_000, created_utc: '2026-11-10T13:00:00Z' },
  ]);
  await makeTickets(site, [{ status: 'resolved' }, { status: 'resolved' }]);
  const prices = [
    { model: 'large', input_usd: 15, output_usd: 60 },
    { model: 'small', input_usd: 1.5, output_usd: 6 },
    { model: 'embed', input_usd: 40, output_usd: 0 },
  ];
  // A site has no prices but those of its operator, which all tests of a worker share.
  await intercept(page, /report=prices/, (route) =>
    route.fulfill({ json: { ok: true, data: { items: prices, total_count: prices.length } } }),
  );
  await signIn(page, site, { path: '/ai/usage' });
  const fact = '2 calls aren’t in these costs (no price).';
  await expect(hero(page)).toContainText(`${fact} About $16.50 at`);
  // 90 USD in 9 days, 10 each; with them the two dear days are more.
  await expect(hero(page)).toContainText('With them: $106.50 so far, ');
  await expect(hero(page)).toContainText(/With them: .* \$[0-9]+ to \$[0-9]+ by 30 Nov\./);
  for (const name of ['Cost per day', 'Spend against budget']) {
    await expect(region(page, name).locator('..')).toContainText(`${fact} About $16.50 at large prices.`);
  }
  await expect(region(page, 'Cost of a call')).toContainText(`${fact} About $16.50 at large prices.`);
  await expect(page.getByRole('region', { name: /^Compared with/ })).toContainText(
    '≈ $106.50 with calls without a price',
  );
  await expect(totalOf(features(page))).toContainText('$90.00+ ≈ $16.50');
  await checkA11y(page);

  // Another model is one choice for all of them.
  await hero(page).getByRole('combobox', { name: 'Model to price them by' }).selectOption('small');
  await expect(hero(page)).toContainText('With them: $91.65 so far');
  await expect(totalOf(features(page))).toContainText('$90.00+ ≈ $1.65');
  const perDay = region(page, 'Cost per day');
  await perDay.getByRole('button', { name: 'View as table' }).click();
  await expect(perDay.getByRole('columnheader', { name: '≈ of those, at small prices' })).toBeVisible();
  await expect(perDay.getByRole('row', { name: /^17 Nov/ })).toContainText('$1.50');
  const spend = region(page, 'Spend against budget');
  await spend.getByRole('button', { name: 'View as table' }).click();
  await expect(spend.getByRole('row', { name: /^18 Nov/ })).toContainText('$91.65');
  const { lines } = await saved(page, async () => {
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await page.getByRole('menuitem', { name: 'By feature, 30 days' }).click();
  });
  expect(lines[0]).toMatch(/,cost_unpriced_estimate_usd,unpriced_estimate_model$/);
  expect(lines.find((line) => line.includes(',tone,'))).toMatch(/,0.15,small$/);

  // The choice goes along to the other parts of the page.
  await page.getByRole('link', { name: 'Value', exact: true }).click();
  await expect(page).toHaveURL(/price=small/);
  await expect(page.getByRole('heading', { name: 'AI cost $45.00 for each resolved ticket.' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Resolved ticket/ })).toContainText(
    '≈ $45.83 with calls without a price',
  );
  await expect(page.getByRole('row', { name: /^All features/ })).toContainText('$90.00+ ≈ $1.65');
  for (const name of ['The costliest', 'Who spent it']) {
    await expect(region(page, name)).toContainText(`${fact} About $1.65 at small prices.`);
  }
  await checkA11y(page);
  await page.getByRole('link', { name: 'Caps', exact: true }).click();
  await expect(page.getByText(`${fact} About $1.65 at small prices.`).first()).toBeVisible();
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await expect(page.getByText('11 calls ran, for $90.00, 2 of them without a price')).toBeVisible();
});
