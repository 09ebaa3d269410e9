import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { openSession, revealOf, rowOf, shownLink, test } from './portal-tokens-support.ts';

test('a service that lists no links: those issued here are shown, without their secret, and revoked @document', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/Failed to load resource.*404/);
  await signIn(page, service, { path: '/manage/portal-tokens' });
  await expect(page.getByText('Nothing has been issued from this browser yet.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Customer’s email' }).fill('clover@here.example');
  await page.getByRole('button', { name: 'Issue link' }).click();
  const secret = (await shownLink(page)).split('#t=')[1] ?? '';
  await revealOf(page).getByRole('button', { name: 'Done' }).click();
  await revealOf(page).getByRole('button', { name: 'Close without copying' }).click();
  const row = rowOf(page, 'clover@here.example');
  await expect(row).toContainText('Active');
  // Without sessions a reload is a sign-out, which takes the lines with it.
  await page.getByRole('link', { name: 'Inbox' }).first().click();
  await expect(page).toHaveURL(/\/inbox/);
  await page.goBack();
  await expect(row).toContainText('Active');
  expect(await page.content()).not.toContain(secret);
  await checkA11y(page);
  await row.getByRole('button', { name: /^Revoke/ }).click();
  await row.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(row).toContainText('Revoked');
  expect(await openSession(service, secret)).toBe(404);
});
