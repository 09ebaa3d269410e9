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
