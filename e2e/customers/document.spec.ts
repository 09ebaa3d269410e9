import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { openPalette } from '#e2e/support/open-palette.ts';
import { follow, panel } from './detail-support.ts';
import { grid, row, search, WRITINGS } from './list-support.ts';

test(
  'ID-02, ID-15, GX-01: a service without identity tools finds and opens by a whole email or phone, says so, and binds a channel',
  { tag: '@document' },
  async ({ page, site, problems }) => {
    problems.allow(/status of 404/);
    const [phone, email] = [WRITINGS[0], 'doc@example.org'];
    await makeTicket(site, { requester_name: 'Doc Holm', requester_email: email, requester_phone: phone });
    await makeTicket(site, { requester_name: 'Other Holm', requester_email: 'other@example.org' });
    await signIn(page, site, { path: '/customers' });
    await expect(search(page)).toHaveAccessibleName('Find by email or phone');
    await expect(page.getByRole('button', { name: 'Filter', exact: true })).toHaveCount(0);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
    await search(page).fill('holm');
    await expect(page.getByText('Type a whole email or phone')).toBeVisible();
    await expect(page.getByRole('button', { name: 'New customer' })).toHaveAccessibleDescription(/first ticket/);
    await search(page).fill(`nobody.${email}`);
    await expect(page.getByText(`No customer has the email nobody.${email}`)).toBeVisible();
    await search(page).fill(WRITINGS[3]);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '1');
    await row(page, 'Doc Holm').click();
    await expect(page).toHaveURL(/\/customers\/\d+\?.*email=doc/);
    await expect(page.getByRole('heading', { level: 2, name: 'Doc Holm' })).toBeVisible();
    await expect(
      page.getByText('This service has no notes and no timeline (extension “identity_tools”)'),
    ).toBeVisible();
    for (const name of ['Timeline', 'Notes']) await expect(panel(page, name)).toHaveCount(0);
    await checkA11y(page);
    await page.keyboard.press('b');
    const form = page.getByRole('dialog', { name: 'Bind a channel' });
    await expect(form).toContainText('This service can’t tell whose channel this is.');
    const number = '+4915155501885';
    await form.getByRole('textbox', { name: 'Channel ID' }).fill(number);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Bound WhatsApp ${number}`)).toBeVisible();

    // A link of another program, and the palette.
    await follow(page, `/customers/by-email/${email}`);
    await expect(page).toHaveURL(/\/customers\/\d+\?email=doc@example\.org/);
    await expect(page.getByRole('heading', { level: 2, name: 'Doc Holm' })).toBeVisible();
    await openPalette(page);
    await page.getByRole('combobox').fill('@nowhere-to-be-found');
    await expect(page.getByText('Type a full email address or phone number.').first()).toBeVisible();
    await page.getByRole('combobox').fill('@other@example.org');
    await page.getByRole('group', { name: 'Customers' }).getByRole('option', { name: 'Other Holm' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Other Holm' })).toBeVisible();
  },
);
