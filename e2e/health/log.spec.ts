import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

test('HO-10: deliveries are filtered by the address, opened with their attempts, and not sent by a token that only reads', async ({
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
  await expect(page.getByRole('dialog')).toContainText('Attempt 1');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/id=\d+/);
  await expect(table.getByRole('button', { name: /^Resend delivery/ }).first()).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
