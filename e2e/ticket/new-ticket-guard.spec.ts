import type { Page } from '@playwright/test';
import { createButton, drawer, guard, onCreate, openForm, readOnlyOne } from './new-ticket-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { field } from '#e2e/sign-in/sign-in-support.ts';
import { sessionToken } from './ticket-support.ts';

const subject = (page: Page) => drawer(page).getByLabel('Subject');

async function write(page: Page, words: string): Promise<void> {
  await openForm(page);
  await subject(page).fill(words);
}

/** Ends the session in the service at the moment the ticket is sent: the real answer to it is 401. */
async function endOnCreate(page: Page, site: OwnSite): Promise<void> {
  const token = await sessionToken(page);
  let isEnded = false;
  await onCreate(page, async (route) => {
    if (!isEnded) expect((await site.call('DELETE', 'sessions', { token })).status).toBe(200);
    isEnded = true;
    await route.continue();
  });
}

test("GX-12: closing asks while something is written: Esc, the cross, Cancel, the backdrop, the browser's Back and a reload", async ({
  page,
  site,
}) => {
  await signIn(page, site, { path: '/settings/appearance' });
  const toInbox = page.getByRole('link', { name: /^Inbox/ }).first();
  await toInbox.click();
  await expect(page).toHaveURL(/\/inbox$/);
  await write(page, 'Half a thought');
  const ways = [
    () => page.keyboard.press('Escape'),
    () => drawer(page).getByRole('button', { name: 'Close' }).click(),
    () => drawer(page).getByRole('button', { name: 'Cancel' }).click(),
    () => page.mouse.click(20, 400),
  ];
  for (const close of ways) {
    await close();
    await expect(guard(page).getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(guard(page)).toBeHidden();
    await expect(subject(page)).toHaveValue('Half a thought');
  }
  await page.goBack();
  await expect(guard(page)).toBeVisible();
  await checkA11y(page);
  await guard(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(/\/inbox$/);
  await expect(subject(page)).toHaveValue('Half a thought');
  await page.goBack();
  await guard(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/settings\/appearance$/);
  await expect(drawer(page)).toBeHidden();

  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await toInbox.click();
  await write(page, 'Half a thought');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
});

test('SI-07: a session that ends while a ticket is written is renewed over the form, and the ticket is created as it was written', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/401/);
  await signIn(page, site, { path: '/inbox' });
  await write(page, 'Written before the end');
  await drawer(page).getByLabel('First message').fill('All of this stays.');
  await endOnCreate(page, site);
  await createButton(page).click();
  const again = page.getByRole('dialog', { name: 'Sign in again to continue' });
  await expect(again).toBeVisible();
  await field(page).fill(site.tokens.all);
  await again.getByRole('button', { name: 'Sign in again' }).click();
  await expect(again).toBeHidden();
  // The call continues by itself.
  await expect(drawer(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Written before the end' }).first()).toBeVisible();
  expect((await readOnlyOne(site)).comments).toMatchObject([{ body: 'All of this stays.' }]);
});
