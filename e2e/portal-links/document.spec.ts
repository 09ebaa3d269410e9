import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import {
  closeWithoutCopying,
  emailOf,
  formOf,
  NOT_FOUND,
  openSession,
  PAGE,
  revealOf,
  secretOf,
  shownLink,
} from './portal-links-support.ts';

test(
  'PT-04, PT-07: a service without the list of links has its counts; a link is issued, and revoked by its ID',
  { tag: '@document' },
  async ({ page, site, problems }) => {
    problems.allow(NOT_FOUND);
    await signIn(page, site, { path: PAGE });
    await expect(page.getByText('This service has no list of links (extension “portal_tokens_list”)')).toBeVisible();
    await checkA11y(page);
    await page.getByRole('button', { name: 'Issue link' }).click();
    await emailOf(formOf(page)).fill('clover@here.example');
    await page.keyboard.press('Enter');
    const secret = secretOf(await shownLink(page));
    const id = await revealOf(page).getByText('Link ID', { exact: true }).locator('+ dd').innerText();
    await closeWithoutCopying(page);
    expect(await openSession(site, secret)).toBe(200);
    await expect(page.getByText('Active', { exact: true }).locator('+ dd')).toHaveText('1');

    await page.getByRole('button', { name: 'Revoke by ID' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke by ID' });
    const field = dialog.getByRole('textbox', { name: 'Link ID' });
    const submit = dialog.getByRole('button', { name: 'Revoke', exact: true });
    await field.fill('7741774177');
    await submit.click();
    await expect(dialog.getByRole('alert')).toContainText('Not found.');
    await field.fill(id);
    await submit.click();
    await expect(dialog).toHaveCount(0);
    expect(await openSession(site, secret)).toBe(404);
  },
);
