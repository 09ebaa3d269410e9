import type { Page } from '@playwright/test';

const PROBE = /\/livez\?is-intercepted$/;

/**
 * `page.route` for a page that is open: from the return on, each call of the page meets the handler. Chromium says so
 * earlier, and what the page sends in between goes to the service: three calls of a hundred, on a busy machine.
 */
export async function intercept(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  await page.route(...route);
  // A page that has yet to load begins with it.
  if (!page.url().startsWith('http')) return;
  await page.route(PROBE, (probe) => probe.fulfill({ status: 204 }));
  await page.evaluate(async () => {
    const isIntercepted = () =>
      fetch('/livez?is-intercepted').then(
        ({ status }) => status === 204,
        () => false,
      );
    while (!(await isIntercepted()));
  });
  await page.unroute(PROBE);
}
