import { makeCustomer, makePortalLink } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from '#e2e/support/test.ts';
import { heading, openCustomer, readCustomer } from './detail-support.ts';

test('ID-13: a block explains its effect, shows its date, and can be undone', async ({ page, site }) => {
  const customer = await makeCustomer(site, 'Bram Okafor');
  const blocked = async () => (await readCustomer(site, customer.id)).blocked_utc;
  await makePortalLink(site, customer.email ?? '');
  await openCustomer(page, site, customer);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  const dialog = page.getByRole('dialog', { name: 'Block Bram Okafor' });
  await expect(dialog).toContainText('Tickets stay as they are and are marked “Customer blocked”.');
  await expect(dialog).toContainText('Active portal links stop working, and open portal pages close.');
  await expect(dialog).toContainText('New messages from them are refused and not stored');
  await checkA11y(page);
  expect(await blocked()).toBeNull();
  await dialog.getByRole('button', { name: 'Block' }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Blocked since .* UTC\.$/)).toBeVisible();
  // Its link is not called active: it does not open.
  await expect(page.getByRole('region', { name: 'Portal links' })).toContainText('Blocked');
  await expect.poll(blocked).not.toBeNull();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText(/^Blocked since/)).toHaveCount(0);
  await expect.poll(blocked).toBeNull();

  // Someone else's block, found by a fresh page.
  await site.call('PATCH', 'customer', { body: { id: customer.id, blocked: true } });
  await page.reload();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByText('Bram Okafor unblocked')).toBeVisible();
  await expect(heading(page, customer)).toBeFocused();
  await expect.poll(blocked).toBeNull();
});
