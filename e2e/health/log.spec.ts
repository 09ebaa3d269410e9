import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

test('HO-10: deliveries are filtered by the address; a token that only reads neither resends them nor sees their contents', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: '/settings/webhooks/log?state=succeeded' });
  const table = page.getByRole('table', { name: 'Deliveries' });
  await expect(table.getByText('Delivered').first()).toBeVisible();
  await expect(table.getByText('Failed', { exact: true })).toHaveCount(0);
  await checkA11y(page);
  await table
    .getByRole('button', { name: / delivery \d+$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/id=\d+/);
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('This token lacks the scope admin:read.');
  await expect(drawer).not.toContainText('Attempt');
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/id=\d+/);
  await expect(table.getByRole('button', { name: /^Resend delivery/ }).first()).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('HO-10, SET-06: a delivery shows its contents and attempts to a token with the scope admin:read', async ({
  page,
  demoCopy,
}) => {
  await signIn(page, demoCopy, { path: '/settings/webhooks/log?state=succeeded' });
  await page
    .getByRole('table', { name: 'Deliveries' })
    .getByRole('button', { name: / delivery \d+$/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('Attempt 1');
  await expect(drawer.getByRole('code').first()).toBeVisible();
  await checkA11y(page);
});
