import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import {
  closeWithoutCopying,
  emailOf,
  NOT_FOUND,
  openSession,
  PAGE,
  revealOf,
  secretOf,
  shownLink,
} from './portal-tokens-support.ts';

test(
  'a service that lists no links says what a list needs; a link is issued, and revoked by its id',
  { tag: '@document' },
  async ({ page, site, problems }) => {
    problems.allow(NOT_FOUND);
    await signIn(page, site, { path: PAGE });
    await expect(page.getByText('This service has no list of links (extension “portal_tokens_list”)')).toBeVisible();
    await checkA11y(page);
    await emailOf(page.getByRole('main')).fill('clover@here.example');
    await page.getByRole('button', { name: 'Issue link' }).click();
    const secret = secretOf(await shownLink(page));
    const id = await revealOf(page).getByText('Link ID', { exact: true }).locator('+ dd').innerText();
    await closeWithoutCopying(page);
    expect(await openSession(site, secret)).toBe(200);
    await page.getByRole('button', { name: 'Revoke…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Link ID' }).fill(id);
    await dialog.getByRole('button', { name: /^Revoke/ }).click();
    await expect(dialog).toHaveCount(0);
    expect(await openSession(site, secret)).toBe(404);
  },
);
