import type { Page } from '@playwright/test';
import { drawer, guard, openForm } from './new-ticket-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const subject = (page: Page) => drawer(page).getByLabel('Subject');

async function write(page: Page, words: string): Promise<void> {
  await openForm(page);
  await subject(page).fill(words);
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
