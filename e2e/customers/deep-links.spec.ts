import { makeCustomer } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { follow } from './detail-support.ts';
import { expectOpen } from './list-support.ts';

test('ID-15: other programs link by id, by email and by phone, in whatever writing', async ({ page, site }) => {
  const customer = await makeCustomer(site, 'Linked Person', { phone: '+4915155501884' });
  await signIn(page, site, { path: `/customers/${customer.id}` });
  await expectOpen(page, customer);
  // As a program opens it, in a page of its own, with the plus as it is.
  await page.goto(`${site.url}/customers/by-phone/+4915155501884`);
  await expectOpen(page, customer);
  for (const contact of [
    'by-email/LINKED.PERSON@EXAMPLE.ORG',
    `by-phone/${encodeURIComponent('+4915155501884')}`,
    'by-phone/%204915155501884',
    'by-phone/004915155501884',
    `by-phone/${encodeURIComponent('+49 (151) 55501884')}`,
  ]) {
    await follow(page, '/settings/tags');
    await expect(page.getByRole('heading', { level: 2, name: 'Linked Person' })).toHaveCount(0);
    await follow(page, `/customers/${contact}`);
    await expectOpen(page, customer);
  }
  // What was looked up is no stop on the way back.
  await page.goBack();
  await expect(page).toHaveURL(/\/settings\/tags$/);
});

test('ID-15: a link to nobody says so, and to no address at all', async ({ page, site, problems }) => {
  problems.allow(/status of 404/);
  const email = 'nobody.yet@example.org';
  await signIn(page, site, { path: `/customers/by-email/${email}` });
  await expect(page.getByText(`No customer with the email ${email}`)).toBeVisible();
  await checkA11y(page);
  // Also where the list is still that of all customers.
  const answers = Promise.withResolvers<void>();
  await intercept(page, /resource=customer_identities&.*q=/, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'New customer' }).click();
  await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue(email);
  answers.resolve();
  await page.goto(`${site.url}/customers/by-email/nobody`);
  await expect(page.getByText('nobody is not an email address')).toBeVisible();
  await page.getByRole('link', { name: 'Search customers' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('nobody');
  await follow(page, '/customers/by-phone/123');
  await expect(page.getByText('123 is not a phone number')).toBeVisible();
});
