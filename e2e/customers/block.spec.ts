import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect } from '#e2e/support/test.ts';
import { heading, makeCustomer, openCustomer, readCustomer, test } from './detail-support.ts';

test('ID-13: a block says before what it does, shows since when, and is taken back', async ({ page, service }) => {
  test.slow();
  const customer = await makeCustomer(service, 'Bram Okafor');
  const { email } = customer;
  await service.call('POST', 'tickets', { body: { subject: 'Where is my frame', requester_email: email } });
  await service.call('POST', 'portal_token', { body: { requester_email: email } });
  await openCustomer(page, service, customer);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  const dialog = page.getByRole('dialog', { name: 'Block Bram Okafor' });
  await expect(dialog).toContainText('1 open or pending ticket stays as it is and is marked.');
  await expect(dialog).toContainText('1 active portal link opens nothing');
  await expect(dialog).toContainText('New messages from the chat widget are refused.');
  await checkA11y(page);
  expect((await readCustomer(service, customer.id)).blocked_utc).toBeNull();
  await dialog.getByRole('button', { name: 'Block' }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Blocked since .* UTC\.$/)).toBeVisible();
  expect((await readCustomer(service, customer.id)).blocked_utc).not.toBeNull();
  await checkA11y(page);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText(/^Blocked since/)).toHaveCount(0);
  expect((await readCustomer(service, customer.id)).blocked_utc).toBeNull();

  await service.call('PATCH', 'customer', { body: { id: customer.id, blocked: true } });
  await page.reload();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByText('Bram Okafor unblocked')).toBeVisible();
  await expect(heading(page, customer)).toBeFocused();
  expect((await readCustomer(service, customer.id)).blocked_utc).toBeNull();
});
