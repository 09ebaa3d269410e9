import type { Frame, Page } from '@playwright/test';

/** The page's current time by each API, in ms since 1970. `Date()` has whole seconds. */
export function readPageTimes(page: Page | Frame): Promise<number[]> {
  return page.evaluate(() => [Date.now(), new Date().getTime(), Date.parse(Date())]);
}
