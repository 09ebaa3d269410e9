import type { Locator, Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { openPalette } from '#e2e/support/open-palette.ts';

const sheetOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

test('GX-02: the sheet lists the keys of the page and turns letter keys off', async ({ page, demoSite }) => {
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
  await sheetOf(page).getByRole('button', { name: 'Turn off letter keys' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await openPalette(page);
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await settled(page);
  await expect(sheetOf(page)).toBeHidden();
});
