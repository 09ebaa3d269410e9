import { makeAiCalls } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { hero, MIDDLE, region } from './ai-support.ts';

test('AI-25: calls without a price are counted and their models named; a price that is set there costs them, in every figure', async ({
  page,
  clock,
  site,
}) => {
  await clock.set(MIDDLE);
  const none = { model: 'preview', cost_usd: undefined, input_tokens: 1_000_000, output_tokens: 500_000 };
  await makeAiCalls(site, [
    { cost_usd: 10 },
    { ...none, created_utc: '2026-11-17T13:00:00Z' },
    { ...none, feature: 'tone', created_utc: '2026-11-10T13:00:00Z' },
    { ...none, model: 'old', created_utc: '2026-10-31T23:59:59Z' },
  ]);
  await signIn(page, site, { path: '/ai/usage' });
  await expect(hero(page)).toContainText('$10.00 in November');
  const facts = region(page, 'About these figures');
  await expect(facts).toContainText('2 calls this month are in no cost, as their models have no price. preview (2)');
  await facts.getByRole('link', { name: 'preview (2)' }).click();
  await expect(page.getByText('1 to 2 of 2 calls')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'No price' })).toHaveCount(2);
  await page.goBack();

  await facts.getByRole('button', { name: 'Set a price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Price of a model' });
  await expect(dialog.getByRole('combobox', { name: 'Model' })).toHaveValue('preview');
  const input = dialog.getByRole('textbox', { name: 'Input tokens' });
  await input.fill('a dollar');
  await dialog.getByRole('button', { name: 'Set price' }).click();
  await expect(input).toHaveAccessibleDescription('Enter 0 to 1,000,000.');
  await input.fill('1.5');
  await dialog.getByRole('textbox', { name: 'Output tokens' }).fill('4');
  await expect(input).toHaveAccessibleDescription('$1.50 per million tokens');
  await checkA11y(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Price of preview saved, 2 calls costed')).toBeVisible();
  // 1.50 and half of 4 for each of the two.
  await expect(hero(page)).toContainText('$17.00 in November');
  await expect(facts).not.toContainText('no price');
  await expect(page.getByRole('row', { name: /^tone/ }).getByRole('cell').first()).toHaveText('$3.50');

  // A price can be removed again; calls that it has costed keep their cost.
  await facts.getByRole('button', { name: 'Model prices' }).click();
  await dialog.getByRole('combobox', { name: 'Model' }).selectOption('preview');
  await expect(input).toHaveValue('1.50');
  await expect(dialog).toContainText('This site has set this price.');
  await dialog.getByRole('button', { name: 'Remove it' }).click();
  await expect(dialog).toBeHidden();
  await expect(hero(page)).toContainText('$17.00 in November');
});
