import { bindHandle, makeCustomer } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

test('ID-09: pairs show their evidence, none by name alone; a dismissed pair stays away until that is undone; two can be chosen by hand', async ({
  page,
  site,
}) => {
  const one = await makeCustomer(site, 'Evidentia Brook', { phone: '+49 151 7770 4401' });
  await makeCustomer(site, 'E. Brook', { phone: '0151 77704401' });
  const byHandle = await makeCustomer(site, 'Evi B.', { email: 'evi.b@other.test' });
  await bindHandle(site, byHandle.id, { channel: 'whatsapp', external_user_id: '+4915177704401' });
  const mailbox = 'evidentia.brook@example.org';
  const third = await makeCustomer(site, 'Evidentia B.', { email: mailbox.replace('@', '+bike@') });
  await makeCustomer(site, 'Evidentia Brook', { email: 'evidentia.b@third.test' });

  await signIn(page, site, { path: `/customers/merge?identity=${one.id}` });
  const list = page.getByRole('region', { name: 'Duplicates of Evidentia Brook' });
  const links = list.getByRole('listitem').getByRole('link');
  await expect(links).toHaveCount(3);
  await expect(links.filter({ hasText: 'and E. Brook' })).toContainText('Same phone written two ways');
  await expect(links.filter({ hasText: third.display_name ?? '' })).toContainText('Same mailbox (plus-addressing)');
  await expect(links.filter({ hasText: 'Evi B.' })).toContainText('Same number on WhatsApp or SMS');
  // By the keys, from pair to pair; the address follows, and Back goes to where one came from.
  await links.first().click();
  await expect(links.first()).toHaveAttribute('aria-current', 'page');
  const address = page.url();
  // Two keys faster than the page follows its address.
  await page.evaluate(() => {
    for (let n = 0; n < 2; n += 1)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
  });
  await expect(links.nth(2)).toHaveAttribute('aria-current', 'page');
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(page).toHaveURL(address);

  // Not the same person: gone, back by Ctrl Z, and gone for good.
  await links.filter({ hasText: 'and E. Brook' }).click();
  const evidence = page.getByRole('region', { name: 'Evidence' });
  await expect(evidence).toContainText('Same phone written two ways: +49 151 7770 4401, 0151 77704401');
  const dismissed = page.url();
  const dismiss = page.getByRole('button', { name: 'Not the same person' });
  await dismiss.click();
  await expect(links.filter({ hasText: 'and E. Brook' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Merge customers', exact: true })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(links.filter({ hasText: 'and E. Brook' })).toHaveCount(1);
  await links.filter({ hasText: 'and E. Brook' }).click();
  await expect(evidence).toContainText('0151 77704401');
  await dismiss.click();
  await expect(links.filter({ hasText: 'and E. Brook' })).toHaveCount(0);
  // Its address still says that it was dismissed.
  await page.goto(dismissed);
  await expect(links).toHaveCount(2);
  await expect(page.getByText('Marked as “Not the same person”.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suggest again' })).toBeVisible();

  // They are listed by themselves, and can be suggested again.
  await page.getByRole('link', { name: 'Show dismissed' }).click();
  const away = page.getByRole('region', { name: 'Not the same person' });
  await expect(away.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText('Marked as “Not the same person”.')).toBeVisible();
  await page.getByRole('button', { name: 'Suggest again' }).click();
  await expect(away.getByText('No dismissed pairs')).toBeVisible();
  await page.getByRole('link', { name: 'Show suggestions' }).click();
  await expect(links.filter({ hasText: 'and E. Brook' })).toHaveCount(1);

  // By hand: the first is the customer of the page, the second is found by a badly typed phone.
  const two = await makeCustomer(site, 'Handpicked Brandt', { email: undefined, phone: '+49 151 6660 3302' });
  await site.call('PATCH', 'customer', { body: { id: two.id, blocked: true } });
  await page.getByRole('button', { name: 'Choose two customers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose two customers' });
  await expect(dialog.getByRole('group', { name: 'First customer' })).toContainText('Evidentia Brook');
  const second = dialog.getByRole('combobox', { name: 'Second customer' });
  await expect(second).toBeFocused();
  await second.fill('no such person anywhere');
  await expect(dialog.getByText('No customers match no such person anywhere.')).toBeVisible();
  await second.fill('0049 151.6660.3302');
  await expect(dialog.getByRole('option', { name: /Handpicked Brandt/ })).toBeVisible();
  await checkA11y(page);
  await second.press('Enter');
  await expect(page).toHaveURL(new RegExp(`pair=${one.id}-${two.id}`));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Two customers become one.' })).toBeVisible();
  await expect(page.getByText('Make sure this is one person.')).toBeVisible();
  await expect(page.getByText(/^Handpicked Brandt is blocked, so the merged customer is blocked too/)).toBeVisible();
});

test('ID-09: the list of all customers says when they were compared', async ({ page, demoSite }) => {
  await signIn(page, demoSite, { path: '/customers/merge' });
  const pairs = page.getByRole('list', { name: 'Suggested duplicates' });
  await expect(pairs.getByRole('listitem').first()).toContainText('Strong');
  await expect(page.getByText(/^Last search: .*, \d\d:\d\d /)).toBeVisible();
});
