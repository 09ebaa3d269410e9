import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { bind, freshNumber, makeCustomer, test } from './detail-support.ts';
import { expectOpen, ownWord } from './list-support.ts';

test('GX-01: the palette finds a customer by name, email, handle and a phone in any writing, and opens the page', async ({
  page,
  service,
}) => {
  const word = ownWord();
  const phone = freshNumber();
  const customer = await makeCustomer(service, `Palette ${word}`, { phone });
  await bind(service, customer.id, { channel: 'messenger', external_user_id: `m${word}`, display_handle: `h${word}z` });
  await signIn(page, service, { path: '/settings/tags' });
  const option = page.getByRole('group', { name: 'Customers' }).getByRole('option', { name: `Palette ${word}` });
  await page.keyboard.press('Control+k');
  const bare = phone.slice(1);
  const texts = [
    `palette ${word}`,
    customer.email ?? '',
    `h${word}z`,
    phone,
    `+${bare.slice(0, 2)} ${bare.slice(2, 5)} ${bare.slice(5, 9)}-${bare.slice(9)}`,
    `00${bare.slice(0, 2)} ${bare.slice(2, 5)}.${bare.slice(5)}`,
    `+${bare.slice(0, 2)} (${bare.slice(2, 5)}) ${bare.slice(5)}`,
  ];
  for (const text of texts) {
    await page.getByRole('combobox').fill('');
    await expect(option).toHaveCount(0);
    await page.getByRole('combobox').fill(text);
    await expect(option).toBeVisible();
  }
  await option.click();
  await expectOpen(page, customer);

  // The places of customers, and a new one.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('channel coverage');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/customers\/coverage$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('new customer');
  await page.getByRole('option', { name: 'New customer' }).click();
  await expect(page.getByRole('dialog', { name: 'New customer' })).toBeVisible();
});

test(
  'GX-01: without identity tools the palette finds a whole email or phone, and says that it needs a whole one',
  { tag: '@document' },
  async ({ page, service, problems }) => {
    // The look-up of an address that nobody has.
    problems.allow(/404/);
    const word = ownWord();
    const email = `${word}@palette.example`;
    await service.call('POST', 'tickets', {
      body: { subject: 'Hello', requester_name: `Doc ${word}`, requester_email: email },
    });
    await signIn(page, service, { path: '/settings/tags' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('@nowhere-to-be-found');
    await expect(page.getByText('Type a full email address or phone number.').first()).toBeVisible();
    await page.getByRole('combobox').fill('@nobody@palette.example');
    await expect(page.getByText('No customer found.').first()).toBeVisible();
    await page.getByRole('combobox').fill(`@${email}`);
    await page
      .getByRole('group', { name: 'Customers' })
      .getByRole('option', { name: `Doc ${word}` })
      .click();
    await expect(page).toHaveURL(new RegExp(`/customers/\\d+\\?email=${word}`));
    await expect(page.getByRole('heading', { name: `Doc ${word}` })).toBeVisible();
  },
);
