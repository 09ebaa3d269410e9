import { bindHandle, makeCustomer, makeTicket } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectOpen, WRITINGS } from './list-support.ts';
import { openPalette } from '#e2e/support/open-palette.ts';

test('GX-01: the palette finds a customer by name, email, handle and a phone in any writing, and opens the page', async ({
  page,
  site,
}) => {
  const customer = await makeCustomer(site, 'Palette Holm', { phone: WRITINGS[0] });
  const handle = { channel: 'messenger', external_user_id: 'm.1884', display_handle: 'rides-at-night' };
  await bindHandle(site, customer.id, handle);
  await signIn(page, site, { path: '/settings/tags' });
  const option = page.getByRole('group', { name: 'Customers' }).getByRole('option', { name: 'Palette Holm' });
  await openPalette(page);
  for (const text of ['palette holm', 'palette.holm@example.org', 'rides-at-night', ...WRITINGS]) {
    await page.getByRole('combobox').fill('');
    await expect(option).toHaveCount(0);
    await page.getByRole('combobox').fill(text);
    await expect(option).toBeVisible();
  }
  await option.click();
  await expectOpen(page, customer);

  // The places of customers, and a new one.
  await openPalette(page);
  await page.getByRole('combobox').fill('merge customers');
  await page.getByRole('option', { name: 'Go to Merge customers' }).click();
  await expect(page).toHaveURL(/\/customers\/merge$/);
  await openPalette(page);
  await page.getByRole('combobox').fill('new customer');
  await page.getByRole('option', { name: 'New customer' }).click();
  await expect(page.getByRole('dialog', { name: 'New customer' })).toBeVisible();
});

test(
  'GX-01: without identity tools the palette finds a whole email or phone, and says that it needs a whole one',
  { tag: '@document' },
  async ({ page, site, problems }) => {
    // The look-up of an unknown address.
    problems.allow(/404/);
    await makeTicket(site, { requester_name: 'Doc Holm', requester_email: 'doc@palette.example' });
    await signIn(page, site, { path: '/settings/tags' });
    await openPalette(page);
    await page.getByRole('combobox').fill('@nowhere-to-be-found');
    await expect(page.getByText('Type a full email address or phone number.').first()).toBeVisible();
    await page.getByRole('combobox').fill('@nobody@palette.example');
    await expect(page.getByText('No customer found.').first()).toBeVisible();
    await page.getByRole('combobox').fill('@doc@palette.example');
    await page.getByRole('group', { name: 'Customers' }).getByRole('option', { name: 'Doc Holm' }).click();
    await expect(page).toHaveURL(/\/customers\/\d+\?email=doc/);
    await expect(page.getByRole('heading', { name: 'Doc Holm' })).toBeVisible();
  },
);
