import type { Locator, Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { field } from '#e2e/sign-in/sign-in-support.ts';
import { answersOf, button, detail, readTicket, reply } from './ticket-support.ts';
import { resolveUnheard } from './unheard-change.ts';

const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Sign out before everything is sent?' });
/** Until a try that is made every few seconds finds the network again. */
const LONG = { timeout: 20_000 };

async function signOutByMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Velo Works/ }).click();
  await button(page, 'Sign out').click();
}

async function signOutByPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('sign out');
  await page.getByRole('option', { name: 'Sign out' }).click();
}

test('signing out asks first while a change waits for a connection, and says when it is sent', async ({
  page,
  site,
  between,
  problems,
}) => {
  problems.allow(/ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_SOCKET/, /status of 409/);
  const id = await resolveUnheard(page, site, between);
  await signOutByMenu(page);
  await expect(question(page)).toContainText('1 change isn’t saved yet.');
  await expect(button(page, 'Stay signed in')).toBeFocused();
  await checkA11y(page);
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  await expect(detail(page)).toContainText('Waiting to be sent');

  await signOutByPalette(page);
  await expect(question(page)).toContainText('1 change isn’t saved yet.');
  between.tamper = null;
  const sent = page.getByRole('dialog', { name: 'Everything is sent now' });
  await expect(sent).toBeVisible(LONG);
  await sent.getByRole('button', { name: 'Sign out' }).click();
  await expect(field(page)).toBeVisible();
  expect((await readTicket(site, id)).status).toBe('resolved');
});

test('signing out asks first while a reply is on its way, and goes on when told to', async ({ page, site }) => {
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  await intercept(page, /resource=ticket_comments/, () => undefined);
  const posted = page.waitForRequest(/resource=ticket_comments/);
  await reply(page).fill('On its way');
  await button(page, 'Send reply').click();
  await posted;
  await signOutByMenu(page);
  await expect(question(page)).toContainText('1 message isn’t sent yet.');
  await button(page, 'Sign out anyway').click();
  await expect(field(page)).toBeVisible();
  expect(await answersOf(site, id)).toEqual([]);
});
