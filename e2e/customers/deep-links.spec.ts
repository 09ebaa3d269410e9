import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { freshNumber, makeCustomer, test } from './detail-support.ts';
import { expectOpen, ownWord } from './list-support.ts';

test('ID-15: other programs link by id, by email and by phone, in whatever writing', async ({ page, service }) => {
  const phone = freshNumber();
  const customer = await makeCustomer(service, `Linked ${ownWord()}`, { phone });
  const bare = phone.slice(1);
  await signIn(page, service, { path: `/customers/${customer.id}` });
  await expectOpen(page, customer);
  const contacts = [
    `by-email/${(customer.email ?? '').toUpperCase()}`,
    `by-phone/${phone}`,
    `by-phone/${encodeURIComponent(phone)}`,
    `by-phone/%20${bare}`,
    `by-phone/00${bare}`,
    `by-phone/${encodeURIComponent(`+${bare.slice(0, 2)} (${bare.slice(2, 5)}) ${bare.slice(5)}`)}`,
  ];
  for (const contact of contacts) {
    await page.goto(`${service.url}/settings/tags`);
    await page.goto(`${service.url}/customers/${contact}`);
    await expectOpen(page, customer);
  }
  // What was looked up is no stop on the way back.
  await page.goBack();
  await expect(page).toHaveURL(/\/settings\/tags$/);
});

test('ID-15: a link to nobody says so, and to no address at all', async ({ page, service, problems }) => {
  problems.allow(/status of 404/);
  const email = `${ownWord()}@example.org`;
  await signIn(page, service, { path: `/customers/by-email/${email}` });
  await expect(page.getByText(`No customer with the email ${email}`)).toBeVisible();
  await checkA11y(page);
  // Also where the list is still that of all customers.
  const answers = Promise.withResolvers<void>();
  await page.route(/resource=customer_identities&.*q=/, async (route) => {
    await answers.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'New customer' }).click();
  await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue(email);
  answers.resolve();
  await page.goto(`${service.url}/customers/by-email/nobody`);
  await expect(page.getByText('nobody is not an email address')).toBeVisible();
  await page.getByRole('link', { name: 'Search customers' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('nobody');
  await page.goto(`${service.url}/customers/by-phone/123`);
  await expect(page.getByText('123 is not a phone number')).toBeVisible();
});

test('a link by email works without identity tools', { tag: '@document' }, async ({ page, service }) => {
  const word = ownWord();
  const email = `${word}@example.org`;
  await service.call('POST', 'tickets', {
    body: { subject: 'Hello', requester_name: `Linked ${word}`, requester_email: email },
  });
  await signIn(page, service, { path: `/customers/by-email/${email}` });
  await expect(page).toHaveURL(new RegExp(`/customers/\\d+\\?email=${email}`));
  await expect(page.getByRole('heading', { name: `Linked ${word}` })).toBeVisible();
});
