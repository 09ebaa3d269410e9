import type { Locator, Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { answersOf, button, makeTicket, readTicket, reply, test } from './ticket-support.ts';
import { field } from '#e2e/sign-in/token-field.ts';
import { detail, resolveUnheard } from './unheard-change.ts';

const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Sign out before everything is sent?' });
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
  service,
  between,
  problems,
}) => {
  problems.allow(/ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_SOCKET/, /status of 409/);
  const id = await resolveUnheard(page, service, between);
  await signOutByMenu(page);
  await expect(question(page)).toContainText('1 change is not saved yet.');
  await expect(button(page, 'Stay signed in')).toBeFocused();
  await checkA11y(page);
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  await expect(detail(page)).toContainText('Waiting to be sent');

  await signOutByPalette(page);
  await expect(question(page)).toContainText('1 change is not saved yet.');
  between.tamper = null;
  const sent = page.getByRole('dialog', { name: 'Everything is sent now' });
  await expect(sent).toBeVisible(LONG);
  await sent.getByRole('button', { name: 'Sign out' }).click();
  await expect(field(page)).toBeVisible();
  expect((await readTicket(service, id)).status).toBe('resolved');
});

test('signing out asks first while a reply is on its way, and goes on when told to', async ({ page, service }) => {
  const { id } = await makeTicket(service);
  await signIn(page, service, { path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.route(/resource=ticket_comments/, () => undefined);
  const posted = page.waitForRequest(/resource=ticket_comments/);
  await reply(page).fill('On its way');
  await button(page, 'Send reply').click();
  await posted;
  await signOutByMenu(page);
  await expect(question(page)).toContainText('1 message is not sent yet.');
  await button(page, 'Sign out anyway').click();
  await expect(field(page)).toBeVisible();
  expect(await answersOf(service, id)).toEqual([]);
});
