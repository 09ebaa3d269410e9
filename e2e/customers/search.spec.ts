import { bindHandle, makeCustomer } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectOpen, grid, row, search, WRITINGS } from './list-support.ts';

test('ID-02: found by name, handle and a phone in another writing; filters by channel and by being blocked, each taken away by itself', async ({
  page,
  site,
}) => {
  const phone = WRITINGS[0];
  const customer = await makeCustomer(site, 'Maren Holm', { phone });
  const shut = await makeCustomer(site, 'Shut Holm');
  await site.call('PATCH', 'customer', { body: { id: shut.id, blocked: true } });
  const handle = { channel: 'instagram', external_user_id: 'ig.1884', display_handle: '@rides.at.night' };
  await bindHandle(site, customer.id, handle);
  await signIn(page, site, { path: '/customers' });
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  for (const text of ['maren holm', 'shut holm', '@rides.at.night', 'shut', WRITINGS[3]]) {
    await search(page).fill(text);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '1');
    await expect(row(page, text.startsWith('shut') ? 'Shut Holm' : 'Maren Holm')).toBeVisible();
  }
  // Esc keeps the text, a second one takes it away; Enter goes to the results.
  await page.keyboard.press('Enter');
  await expect(row(page, 'Maren Holm')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectOpen(page, customer);
  await search(page).focus();
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveValue(WRITINGS[3]);
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveValue('');

  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(row(page, 'Maren Holm').getByRole('img', { name: 'Instagram' })).toBeVisible();
  await expect(row(page, 'Shut Holm')).toContainText('Blocked');
  await checkA11y(page);
  const filter = async (name: string, at = 0) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page
      .getByRole(name === 'Blocked' ? 'menuitemcheckbox' : 'menuitemradio', { name })
      .nth(at)
      .click();
  };
  await filter('Instagram');
  await expect(page).toHaveURL(/channel=instagram/);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '1');
  await page.getByRole('button', { name: 'Remove filter Has a channel Instagram' }).click();
  await filter('Instagram', 1);
  await expect(row(page, 'Shut Holm')).toBeVisible();
  await expect(row(page, 'Maren Holm')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove filter Has no channel Instagram' }).click();
  await filter('Blocked');
  await expect(page).toHaveURL(/blocked=1/);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '1');
  await expect(row(page, 'Shut Holm')).toBeVisible();
});

test('ID-02: no match, and a new customer from the search; the owner of a taken email is named', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 409/);
  const taken = await makeCustomer(site, 'First Holm');
  await signIn(page, site, { path: '/customers' });
  await search(page).fill('new.holm@example.org');
  await expect(page.getByText('No customer has the email new.holm@example.org')).toBeVisible();
  await page
    .getByRole('region', { name: 'Customers', exact: true })
    .getByRole('button', { name: 'New customer' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'New customer' });
  await expect(dialog.getByLabel('Email')).toHaveValue('new.holm@example.org');
  await dialog.getByLabel('Name').fill('Second Holm');
  // A taken email: nothing is lost, and a link leads to its owner.
  await dialog.getByLabel('Email').fill(taken.email ?? '');
  await dialog.getByRole('button', { name: 'Create customer' }).click();
  await expect(dialog.getByRole('button', { name: 'Open First Holm' })).toBeVisible();
  await checkA11y(page);
  await expect(dialog.getByLabel('Name')).toHaveValue('Second Holm');
  // Unsaved text asks before it is lost.
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Discard these changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await dialog.getByLabel('Email').fill('new.holm@example.org');
  await dialog.getByRole('button', { name: 'Create customer' }).click();
  await expect(page.getByText('Second Holm created')).toBeVisible();
  await expect(page).toHaveURL(/\/customers\/\d+/);
  await expect(page.getByRole('heading', { name: 'Second Holm' })).toBeVisible();
  await search(page).fill('holm nowhere');
  await expect(page.getByText('No customers match holm nowhere')).toBeVisible();
  await page.getByRole('button', { name: 'Show all customers' }).click();
  await expect(search(page)).toHaveValue('');
});
