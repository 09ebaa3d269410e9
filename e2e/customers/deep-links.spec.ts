import { makeCustomer } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { follow } from './detail-support.ts';
import { expectOpen } from './list-support.ts';

test('ID-15: other programs link by id, by email and by phone, in whatever writing; an address that no customer has leads to the list searched for it', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 404/);
  const customer = await makeCustomer(site, 'Linked Person', { phone: '+4915155501884' });
  await signIn(page, site, { path: `/customers/${customer.id}` });
  await expectOpen(page, customer);
  await follow(page, '/customers/987654321');
  await expect(page.getByText('There is no customer 987654321 on this site')).toBeVisible();
  // As a program opens it, in a page of its own, with the plus as it is.
  await page.goto(`${site.url}/customers/by-phone/+4915155501884`);
  await expectOpen(page, customer);
  for (const contact of [
    'by-email/LINKED.PERSON@EXAMPLE.ORG',
    `by-phone/${encodeURIComponent('+49 (151) 55501884')}`,
  ]) {
    await follow(page, '/settings/tags');
    await expect(page.getByRole('heading', { level: 2, name: 'Linked Person' })).toHaveCount(0);
    await follow(page, `/customers/${contact}`);
    await expectOpen(page, customer);
  }
  // Back skips the address of the look-up.
  await page.goBack();
  await expect(page).toHaveURL(/\/settings\/tags$/);

  const email = 'nobody.yet@example.org';
  await follow(page, `/customers/by-email/${email}`);
  await expect(page).toHaveURL(new RegExp(`/customers\\?q=${email}$`));
  await expect(page.getByText(`No customer has the email ${email}`)).toBeVisible();
});
