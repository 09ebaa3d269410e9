import { expect } from '#e2e/support/test.ts';
import { makeCustomer, openCustomer, test } from './detail-support.ts';

test('the sheet has each key once, under the page that it belongs to: N is the open customer’s before the list’s', async ({
  page,
  service,
}) => {
  const customer = await makeCustomer(service, 'Keya Norden');
  await openCustomer(page, service, customer);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('New ticket for this customer');
  await expect(sheet.getByText('New customer', { exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'New ticket' })).toBeVisible();
  await page.goto(`${service.url}/customers`);
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('?');
  await expect(sheet.getByText('New customer', { exact: true })).toBeVisible();
});
