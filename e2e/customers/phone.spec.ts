import { bindHandle, makeCustomer } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { widthTooMuch } from '#e2e/ticket/ticket-support.ts';
import { follow, panel, readCustomer } from './detail-support.ts';
import { grid } from './list-support.ts';

test(
  'ID-01, ID-08: on a phone the list or the page in one column, a channel bound by touch, back to the same row, and two customers compared',
  { tag: '@phone' },
  async ({ page, site }) => {
    const long = 'مارين ليندكفيست 🚲 '.repeat(8).trim();
    const customer = await makeCustomer(site, 'Phone Person', { display_name: long, phone: '+4915155501884' });
    await bindHandle(site, customer.id, { channel: 'instagram', external_user_id: 'x'.repeat(180) });
    await signIn(page, site, { path: '/customers' });
    const row = grid(page).getByRole('row').filter({ hasText: 'مارين' });
    await expect(row).toBeVisible();
    await checkA11y(page);
    await row.tap();
    await expect(page).toHaveURL(new RegExp(`/customers/${customer.id}`));
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(long);
    await expect(page.getByRole('region', { name: 'Customer', exact: true })).toBeFocused();
    await expect(panel(page, 'Channels').getByRole('row').filter({ hasText: 'Instagram' })).toBeVisible();
    await expect.poll(() => widthTooMuch(page)).toBeLessThanOrEqual(0);
    await checkA11y(page);
    await page.getByRole('button', { name: 'Bind a channel' }).tap();
    await page.getByRole('textbox', { name: 'Channel ID' }).fill('+4915155501885');
    await page.getByRole('button', { name: 'Bind', exact: true }).tap();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect.poll(async () => (await readCustomer(site, customer.id)).channels).toHaveLength(2);
    await page.goBack();
    await expect(row).toBeFocused();

    // The pairs come first, and then one of them, with what each field is after the merge.
    const { id: one } = await makeCustomer(site, `Pocketly ${'Long '.repeat(30)}`, {
      email: undefined,
      phone: '+49 151 2220 9001',
    });
    const { id: two } = await makeCustomer(site, 'Pocketly Two', { phone: '0151 22209001' });
    await follow(page, `/customers/merge?identity=${one}`);
    const pair = page.getByRole('link', { name: /and Pocketly Two/ });
    await expect(pair).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await checkA11y(page);
    await pair.tap();
    await expect(page.getByRole('button', { name: `Merge ${two} into ${one}` })).toBeVisible();
    const email = page.getByRole('table', { name: 'What stays' }).getByRole('row').filter({ hasText: 'Email' });
    const after = email.getByRole('cell').last();
    await expect(after).toContainText('After the merge');
    await expect(after.getByText('pocketly.two@example.org')).toBeVisible();
    await expect.poll(() => widthTooMuch(page)).toBeLessThanOrEqual(0);
    await checkA11y(page);
    await page.getByRole('button', { name: 'All pairs' }).tap();
    await expect(pair).toBeVisible();
  },
);
