import { expect, type Page } from '@playwright/test';

const QUIET_ROUNDS = 4;
const underWay = new WeakMap<Page, number>();

/** Counts from now on what the page asks for and has no answer to yet. */
export function countCalls(page: Page): void {
  if (underWay.has(page)) return;
  underWay.set(page, 0);
  const add = (change: number) => () => underWay.set(page, (underWay.get(page) ?? 0) + change);
  page.on('request', add(1));
  page.on('requestfinished', add(-1));
  page.on('requestfailed', add(-1));
}

/**
 * Waits until the page has nothing left to do by itself: every call is answered, what was rendered for it is painted,
 * and the browser is idle. Afterwards only a person or a timer can
 * change the page. Not for a page whose timers are held by `page.clock`.
 */
export async function settled(page: Page): Promise<void> {
  await expect(async () => {
    // Idle callbacks may start calls and paints, so the page must stay quiet for a while.
    for (let round = 0; round < QUIET_ROUNDS; round += 1) {
      expect(underWay.get(page)).toBe(0);
      await page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 2_000 }));
          }),
      );
    }
    expect(underWay.get(page)).toBe(0);
  }).toPass({ intervals: [20, 50, 100], timeout: 15_000 });
}
