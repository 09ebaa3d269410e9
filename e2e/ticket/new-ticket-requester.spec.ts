import type { Page } from '@playwright/test';
import { createButton, drawer } from './new-ticket-support.ts';
import { makeCustomer, type MadeCustomer } from '#e2e/support/builders.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const PHONE = '+49 30 1234567';

/** Opens the form on the page of a customer. */
async function openFor(page: Page, site: OwnSite, customer: MadeCustomer): Promise<void> {
  await signIn(page, site, { path: `/customers/${customer.id}` });
  await page.locator('main').getByRole('button', { name: 'New ticket' }).click();
  await expect(field(page, 'Name')).toHaveValue(customer.display_name ?? '');
}

function field(page: Page, label: string) {
  return drawer(page).getByLabel(label);
}

async function expectDetails(page: Page, name: string, phone: string): Promise<void> {
  await expect(field(page, 'Name')).toHaveValue(name);
  await expect(field(page, 'Phone')).toHaveValue(phone);
}

test('name and phone of a customer give way to those of another one whose email is written, and no record changes', async ({
  page,
  site,
}) => {
  const ada = await makeCustomer(site, 'Ada Known', { email: null, phone: PHONE });
  const bea = await makeCustomer(site, 'Bea Known');
  const cleo = await makeCustomer(site, 'Cleo Known');
  await openFor(page, site, ada);
  await expect(field(page, 'Phone')).toHaveValue(PHONE);
  await field(page, 'Create another').check();
  await field(page, 'Subject').fill('Of Cleo');
  // Sent before the new email was looked up.
  await field(page, 'Email').fill(cleo.email ?? '');
  await createButton(page).click();
  // The next one is for the customer of the page again.
  await expect(field(page, 'Subject')).toHaveValue('');
  await expect(field(page, 'Email')).toHaveValue('');
  await expectDetails(page, 'Ada Known', PHONE);
  await field(page, 'Email').fill(bea.email ?? '');
  await expectDetails(page, 'Bea Known', '');

  const tickets = site.query`select customer_identity_id::text as customer, requester_name, requester_phone from ticket where site_id = ${site.siteId}`;
  expect(await tickets).toEqual([{ customer: String(cleo.id), requester_name: 'Cleo Known', requester_phone: null }]);
  const customers = site.query`select display_name, phone from customer_identity where site_id = ${site.siteId} order by display_name`;
  expect(await customers).toEqual([
    { display_name: 'Ada Known', phone: PHONE },
    { display_name: 'Bea Known', phone: null },
    { display_name: 'Cleo Known', phone: null },
  ]);
});
