import type { Page } from '@playwright/test';

/** Counts in every page from now on how far the layout has shifted by itself since the page began. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value = 0, hadRecentInput = false } = entry as { value?: number; hadRecentInput?: boolean };
        if (!hadRecentInput) Object.assign(globalThis, { shifts: Number(Reflect.get(globalThis, 'shifts')) + value });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** To be asked when the page has settled. */
export const shifts = (page: Page): Promise<number> => page.evaluate(() => Number(Reflect.get(globalThis, 'shifts')));
