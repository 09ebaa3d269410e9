import type { Frame, Page } from '@playwright/test';

/** What a page takes for now, in each way that it can ask, in ms since 1970. `Date()` has whole seconds. */
export function readPageTimes(page: Page | Frame): Promise<number[]> {
  return page.evaluate(() => [Date.now(), new Date().getTime(), Date.parse(Date())]);
}
