import type { Page } from '@playwright/test';
import { createButton, drawer } from './new-ticket-support.ts';
import { makeCustomer, type MadeCustomer } from '#e2e/support/builders.ts';
import { intercept } from '#e2e/support/intercept.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const PHONE = '+49 30 1234567';
const UNKNOWN = 'New customer: this email address isn’t known yet.';

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
  const ada = await makeCustomer(site, 'Ada Known', { phone: PHONE });
  const bea = await makeCustomer(site, 'Bea Known');
  await openFor(page, site, ada);
  await expect(field(page, 'Phone')).toHaveValue(PHONE);
  await field(page, 'Email').fill(bea.email ?? '');
  await expectDetails(page, 'Bea Known', '');
  await field(page, 'Email').fill(ada.email ?? '');
  await expectDetails(page, 'Ada Known', PHONE);
  await field(page, 'Email').fill(bea.email ?? '');
  await expectDetails(page, 'Bea Known', '');

  await field(page, 'Create another').check();
  await field(page, 'Subject').fill('Of Bea');
  await createButton(page).click();
  // The next one is for the customer of the page again.
  await expect(field(page, 'Subject')).toHaveValue('');
  await expect(field(page, 'Email')).toHaveValue(ada.email ?? '');
  await expectDetails(page, 'Ada Known', PHONE);

  const tickets = site.query`select customer_identity_id::text as customer, requester_name, requester_phone from ticket where site_id = ${site.siteId}`;
  expect(await tickets).toEqual([{ customer: String(bea.id), requester_name: 'Bea Known', requester_phone: null }]);
  const customers = site.query`select display_name, phone from customer_identity where site_id = ${site.siteId} order by display_name`;
  expect(await customers).toEqual([
    { display_name: 'Ada Known', phone: PHONE },
    { display_name: 'Bea Known', phone: null },
  ]);
});

test('an unknown email removes name and phone of the customer, keeps what was typed, and the old email restores them', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/404/);
  const ada = await makeCustomer(site, 'Ada Known', { phone: PHONE });
  await openFor(page, site, ada);
  await field(page, 'Email').fill('stranger@elsewhere.example');
  await expect(drawer(page)).toContainText(UNKNOWN);
  await expectDetails(page, '', '');
  await field(page, 'Email').fill(` ${(ada.email ?? '').toUpperCase()} `);
  await expectDetails(page, 'Ada Known', PHONE);

  await field(page, 'Name').fill('Mrs Known');
  await field(page, 'Email').fill('stranger@elsewhere.example');
  await expectDetails(page, 'Mrs Known', '');
  await field(page, 'Subject').fill('Of a stranger');
  await createButton(page).click();
  await expect(page.getByRole('heading', { name: 'Of a stranger' }).first()).toBeVisible();
  const customers = site.query`select display_name, phone from customer_identity where site_id = ${site.siteId} order by display_name`;
  expect(await customers).toEqual([
    { display_name: 'Ada Known', phone: PHONE },
    { display_name: 'Mrs Known', phone: null },
  ]);
});

test('a customer without an email keeps name and phone beside a new email, and not beside that of another customer', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/404/);
  const ada = await makeCustomer(site, 'Ada Known', { email: null, phone: PHONE });
  const bea = await makeCustomer(site, 'Bea Known', { phone: '+49 30 7654321' });
  await openFor(page, site, ada);
  await field(page, 'Email').fill('ada.new@elsewhere.example');
  await expect(drawer(page)).toContainText(UNKNOWN);
  await expectDetails(page, 'Ada Known', PHONE);
  await field(page, 'Email').fill(bea.email ?? '');
  await expectDetails(page, 'Bea Known', '+49 30 7654321');
  await field(page, 'Email').fill('');
  await expectDetails(page, '', '');
});

test('a ticket that is sent before its new email was looked up has no name and phone of another customer', async ({
  page,
  site,
}) => {
  const ada = await makeCustomer(site, 'Ada Known', { email: null, phone: PHONE });
  const bea = await makeCustomer(site, 'Bea Known');
  await openFor(page, site, ada);
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await intercept(page, /resource=customer&email=/, async (route) => {
    asked.resolve();
    await answer.promise;
    await route.continue();
  });
  await field(page, 'Subject').fill('Of Bea');
  await field(page, 'Email').fill(bea.email ?? '');
  await createButton(page).click();
  await asked.promise;
  answer.resolve();
  await expect(page.getByRole('heading', { name: 'Of Bea' }).first()).toBeVisible();
  const tickets = site.query`select customer_identity_id::text as customer, requester_name, requester_phone from ticket where site_id = ${site.siteId}`;
  expect(await tickets).toEqual([{ customer: String(bea.id), requester_name: 'Bea Known', requester_phone: null }]);
});
