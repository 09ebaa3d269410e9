import type { Locator, Page } from '@playwright/test';
import { grid } from '#e2e/inbox/inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { openPalette } from '#e2e/support/open-palette.ts';

const sheetOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

test('GX-02: the sheet lists the keys of the page and turns letter keys off, in other tabs too', async ({
  page,
  context,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: '/customers' });
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('?');
  const line = (label: string) => sheetOf(page).locator('dl > div').filter({ hasText: label });
  await expect(line('Refresh').locator('kbd').first()).toHaveText('R');
  await expect(line('Go to Inbox').locator('.sr-only kbd')).toHaveText(['G', 'I']);
  await checkA11y(page);
  // The focus is on the list: Enter presses nothing.
  await page.keyboard.press('Enter');
  await expect(sheetOf(page)).toContainText('Letter keys are on');
  const other = await context.newPage();
  await other.goto('/inbox');
  await expect(grid(other).getByRole('row').first()).toBeVisible();
  await page.bringToFront();
  await sheetOf(page).getByRole('button', { name: 'Turn off letter keys' }).click();
  await page.keyboard.press('Escape');
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await tab.keyboard.press('?');
    await openPalette(tab);
    await expect(tab.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await settled(tab);
    await expect(sheetOf(tab)).toBeHidden();
  }
});
