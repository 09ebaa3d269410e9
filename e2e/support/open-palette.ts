import type { Page } from '@playwright/test';

export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
}
