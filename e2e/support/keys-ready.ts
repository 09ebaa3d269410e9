import { expect, type Page } from '@playwright/test';

/** What the keys of this page open is there: before, they do nothing and look so. */
export async function keysReady(page: Page): Promise<void> {
  await expect(page.locator('html[data-keys-off]')).toHaveCount(0);
}

/** Ctrl K, once it opens the palette. */
export async function openPalette(page: Page): Promise<void> {
  await keysReady(page);
  await page.keyboard.press('Control+k');
}
