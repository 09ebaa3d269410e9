import type { Page } from '@playwright/test';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { makeTicket, test } from './ticket-support.ts';

/** Lets nothing of the application arrive until the answered function is called; the start script is no part of it. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!start-).*\.js/, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

const edges = (page: Page, selector: string, pseudo = '') =>
  page.locator(selector).evaluate((element, name) => {
    const { left, top, height } = element.getBoundingClientRect();
    const high = name === '' ? height : Number.parseFloat(getComputedStyle(element, name).height);
    return [left, top, top + high].map(Math.round);
  }, pseudo);

for (const [device, path] of [
  ['@desktop', '/tickets/'],
  ['@desktop', '/inbox?ticket='],
  ['@phone', '/inbox?ticket='],
] as const) {
  test(
    `a ticket named in the address has a skeleton of its size at the first paint: ${path} ${device}`,
    { tag: device },
    async ({ page, service }) => {
      const { id, ticket_number: number } = await makeTicket(service);
      await signIn(page, service, { path: `${path}${id}` });
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(page).toHaveTitle(
        path === '/tickets/' ? `#${number} Chain jumps on the third gear · Support Console` : /Support Console$/,
      );
      const wanted = await edges(page, '[data-ticket-head]');
      const release = await holdScripts(page);
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value = 0 } = entry as { value?: number };
            Object.assign(globalThis, { shifts: Number(Reflect.get(globalThis, 'shifts') ?? 0) + value });
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.reload({ waitUntil: 'commit' });
      await expect(page.locator('.frame-detail')).toBeVisible();
      expect(await edges(page, '.frame-detail', '::before')).toEqual(wanted);
      release();
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(page.locator('#frame')).toHaveCount(0);
      expect(await page.evaluate(() => Number(Reflect.get(globalThis, 'shifts') ?? 0))).toBeLessThanOrEqual(0.01);
    },
  );
}
