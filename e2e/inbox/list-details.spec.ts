import type { Page } from '@playwright/test';
import { grid, row, topOf } from './inbox-support.ts';
import { makeView } from './views-support.ts';
import { makeTickets } from '#e2e/support/builders.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Records layout shifts from the first paint on, except within half a second of a key or a click. */
async function watchShifts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const found: string[] = [];
    Object.assign(window, { shifts: found });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { hadRecentInput, value, sources } = entry as PerformanceEntry & {
          hadRecentInput: boolean;
          value: number;
          sources: readonly { readonly node: Node | null }[];
        };
        const main = document.querySelector('main');
        const moved = sources.flatMap(({ node }) => (node !== null && main?.contains(node) === true ? [node] : []));
        const what = moved.map((node) => (node instanceof Element ? `${node.localName} ${node.className}` : 'text'));
        if (!hadRecentInput && moved.length > 0) found.push(`${value} ${what.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}

test('nothing moves when saved views, their buttons and the headings of groups appear', async ({ page, site }) => {
  await makeTickets(site, 8);
  const id = await makeView(site, { name: 'Waiting for parts', query: { status: 'pending' } });
  await makeView(site, { name: 'To call back', query: { status: 'open' } });
  const shifts = await watchShifts(page);
  const views = page.getByRole('list', { name: 'Saved views' }).getByRole('link');
  await signIn(page, site, { path: `/inbox?order_by=updated&view=${id}` });
  await expect(grid(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save as' })).toBeVisible();
  await expect(views).toHaveCount(2);
  await settled(page);
  await expect.poll(shifts).toEqual([]);
  const settings = page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: 'Settings' });
  const settingsTop = await topOf(settings);

  // The first row appears in the place of the first skeleton.
  const releaseRows = await hold(page, /resource=tickets&.*limit=50/);
  const releaseViews = await hold(page, /resource=saved_views/);
  await page.goto(`${site.url}/inbox`);
  const skeleton = page.getByRole('status', { name: 'Loading tickets' }).locator('.skeleton-row').first();
  await expect(skeleton).toBeVisible();
  await expect(settings).toBeVisible();
  const before = await topOf(skeleton);
  releaseRows();
  await expect(row(page, 0)).toBeVisible();
  await expect.poll(() => topOf(row(page, 0))).toBe(before);

  // Views come last; the links below them don't move.
  await expect(views).toHaveCount(0);
  await expect.poll(() => topOf(settings)).toBe(settingsTop);
  releaseViews();
  await expect(views).toHaveCount(2);
  await expect.poll(() => topOf(settings)).toBe(settingsTop);
});

/** Holds requests to an address. @returns releases them */
async function hold(page: Page, address: RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await intercept(page, address, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}
