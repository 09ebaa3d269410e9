import { limitsOf, setCaps } from '#e2e/ai-usage/ai-support.ts';
import { makeAiCalls } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from './embed-test.ts';

test('EM-04: where the host is German, numbers are typed as Germans write them and come back as they are printed', async ({
  host,
  site,
}) => {
  await setCaps(site, { monthly_budget_usd: 100, daily_token_limit: 6_600_000, action: 'soft' });
  await makeAiCalls(site, [{ cost_usd: 12 }]);
  await host.open();
  const frame = await host.add({
    src: `${site.url}/embed/ai-usage?edit=1`,
    height: 900,
    answer: { token: site.token, edit: true, locale: 'de-DE' },
  });
  const { inside } = frame;
  const form = inside.getByRole('form', { name: 'Edit caps' });
  const budget = form.getByRole('textbox', { name: 'Monthly budget' });
  const tokens = form.getByRole('textbox', { name: 'Daily tokens' });
  const echo = form.getByRole('status');

  async function save(): Promise<void> {
    await form.getByRole('button', { name: 'Save caps' }).click();
    await expect(form).toBeHidden();
  }

  // Grouped, it is fifteen hundred: the page prints it so.
  await budget.fill('1.500');
  await expect(echo.filter({ hasText: '1.500\u00a0$ a month' })).toBeVisible();
  await expect(tokens).toHaveValue('6.600.000');
  await expect(tokens).toHaveAccessibleDescription(/^6,6 million tokens a day \(6\.600\.000\)/);
  await checkA11y(host.page, { frame: await frame.frame() });
  await save();
  expect(await limitsOf(site)).toEqual([1_500, 6_600_000, null, 'soft']);

  await inside.getByRole('button', { name: 'Edit caps' }).click();
  await expect(budget).toHaveValue('1.500');
  await budget.fill('1.50');
  await expect(budget).toHaveAccessibleDescription(/^Write it like 1\.500,50/);
  await expect(echo.filter({ hasText: 'a month' })).toHaveCount(0);
  await budget.fill('250,50 $');
  await expect(echo.filter({ hasText: '250,50\u00a0$ a month' })).toBeVisible();
  await save();
  expect(await limitsOf(site)).toEqual([250.5, 6_600_000, null, 'soft']);

  // What the fields begin with is read as what was saved.
  await inside.getByRole('button', { name: 'Edit caps' }).click();
  await expect(budget).toHaveValue('250,50');
  await tokens.press('End');
  await tokens.press('Backspace');
  await tokens.press('0');
  await expect(tokens).toHaveValue('6.600.000');
  await budget.press('End');
  await budget.press('Backspace');
  await budget.press('0');
  await form.getByRole('button', { name: 'Save caps' }).click();
  await expect(form).toContainText('Nothing has changed, so nothing was sent.');
});
