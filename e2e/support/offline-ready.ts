import type { Page } from '@playwright/test';

/** Waits for what reports a lost network: it is fetched beside the page, while there is a network to lose. */
export async function offlineReady(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const files = performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/assets/'));
    const last = Math.max(...files.map(({ startTime, duration }) => startTime + duration));
    // With what it needs itself: no other file has come since.
    return files.some(({ name }) => name.includes('/after-paint-')) && performance.now() - last > 1_000;
  });
}
