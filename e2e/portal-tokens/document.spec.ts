import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import {
  closeWithoutCopying,
  emailOf,
  NOT_FOUND,
  openSession,
  PAGE,
  rowOf,
  secretOf,
  shownLink,
} from './portal-tokens-support.ts';

test(
  'a service that lists no links: those issued here are shown, without their secret, and revoked',
  { tag: '@document' },
  async ({ page, site, problems }) => {
    problems.allow(NOT_FOUND);
    await signIn(page, site, { path: PAGE });
    await expect(page.getByText('Nothing has been issued from this browser yet.')).toBeVisible();
    await emailOf(page.getByRole('main')).fill('clover@here.example');
    await page.getByRole('button', { name: 'Issue link' }).click();
    const secret = secretOf(await shownLink(page));
    await closeWithoutCopying(page);
    const row = rowOf(page, 'clover@here.example');
    await expect(row).toContainText('Active');
    // Without sessions a reload is a sign-out, which takes the lines with it.
    await page.getByRole('link', { name: 'Inbox' }).first().click();
    await expect(page).toHaveURL(/\/inbox/);
    await page.goBack();
    await expect(row).toContainText('Active');
    await expect.poll(() => page.content()).not.toContain(secret);
    await checkA11y(page);
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await row.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(row).toContainText('Revoked');
    expect(await openSession(site, secret)).toBe(404);
  },
);
