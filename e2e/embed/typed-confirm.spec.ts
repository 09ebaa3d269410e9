import { limitsOf, setCaps } from '#e2e/ai-usage/ai-support.ts';
import { makeAiCalls } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { countStored, makeTickets } from '#e2e/inbox/bulk-support.ts';
import { expect, test } from './embed-test.ts';

test('EM-08: many tickets are changed in a frame only once their number was typed, in a frame of 320 px too', async ({
  host,
  page,
  site,
}) => {
  await makeTickets(site, 'Freehub pawls', 60);
  await host.open();
  const frame = await host.add({
    src: `${site.url}/embed/inbox?status=all`,
    width: 720,
    height: 320,
    answer: { token: site.token, edit: true },
  });
  const { inside } = frame;
  const isClosed = ({ status }: { readonly status: string }) => status === 'closed';
  const grid = inside.getByRole('grid', { name: 'Tickets' });
  await expect(grid).toHaveAttribute('aria-rowcount', '60');
  await grid.locator('[data-row="0"]').focus();
  await page.keyboard.press('Control+a');
  await inside.getByRole('button', { name: 'Select all 60' }).click();
  await expect(inside.getByRole('status').getByText('60 matching tickets selected')).toBeVisible();
  await grid.locator('[data-row="0"]').focus();
  await page.keyboard.press('Shift+E');

  const dialog = inside.getByRole('dialog');
  const main = dialog.getByRole('button', { name: /^Close \d/ });
  const field = dialog.getByRole('textbox', { name: 'Type 60 to confirm' });
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport({ ratio: 1 });
  await expect(main).toBeInViewport({ ratio: 1 });
  await expect(main).toBeDisabled();
  await main.click({ force: true });
  await page.keyboard.press('Enter');
  await field.fill('6');
  await field.press('Enter');
  await expect(main).toBeDisabled();
  await checkA11y(page, { frame: await frame.frame() });

  expect(await countStored(site, isClosed)).toBe(0);

  await field.fill('60');
  await field.press('Enter');
  await expect(inside.getByText('60 tickets closed')).toBeVisible();
  expect(await countStored(site, isClosed)).toBe(60);
});

test('EM-08: caps are saved in a frame only once a word was typed, for each change of them', async ({
  host,
  page,
  site,
}) => {
  await setCaps(site, { monthly_budget_usd: 100, daily_token_limit: 9_000_000, action: 'soft' });
  await makeAiCalls(site, [{ cost_usd: 12 }]);
  await host.open();
  const frame = await host.add({
    src: `${site.url}/embed/ai-usage?edit=1&budget=10&action=hard`,
    height: 800,
    answer: { token: site.token, edit: true },
  });
  const { inside } = frame;
  const form = inside.getByRole('form', { name: 'Edit caps' });
  const dialog = inside.getByRole('dialog');
  await form.getByRole('button', { name: 'Save caps' }).click();
  const stop = dialog.getByRole('button', { name: /^Stop .* now/ });
  const field = dialog.getByRole('textbox', { name: 'Type stop to confirm' });
  await expect(field).toBeFocused();
  await expect(stop).toBeDisabled();
  await stop.click({ force: true });
  await checkA11y(page, { frame: await frame.frame() });
  await field.fill('Stop');
  expect(await limitsOf(site)).toEqual([100, 9_000_000, null, 'soft']);
  await stop.click();
  await expect(form).toBeHidden();
  expect(await limitsOf(site)).toEqual([10, 9_000_000, null, 'hard']);

  // Without a frame nothing is asked about what only lets more through.
  await inside.getByRole('button', { name: 'Edit caps' }).click();
  await form.getByRole('button', { name: 'No cap: Daily tokens' }).click();
  await form.getByRole('button', { name: 'Save caps' }).click();
  await expect(dialog).toContainText('Without this cap nothing limits the tokens of a day.');
  const save = dialog.getByRole('button', { name: 'Save caps' });
  await expect(save).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Type save to confirm' }).fill('save');
  expect(await limitsOf(site)).toEqual([10, 9_000_000, null, 'hard']);
  await save.click();
  await expect(form).toBeHidden();
  expect(await limitsOf(site)).toEqual([10, null, null, 'hard']);
});
