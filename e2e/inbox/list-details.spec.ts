import type { Page } from '@playwright/test';
import { expectTotal, grid, row, topOf } from './inbox-support.ts';
import { makeView } from './views-support.ts';
import { makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
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

test('IN-27: dialogs focus their first control, and the focus returns to the row afterwards', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: '/inbox?layout=table&status=all' });
  await expect(row(page, 3)).toBeVisible();
  const open = async (name: string) => {
    await page.getByRole('button', { name: 'Display options' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await row(page, 2).focus();
  await open('Columns…');
  await expect(page.getByRole('dialog').getByRole('checkbox', { name: 'No.' })).toBeFocused();
  await page.keyboard.press('Escape');
  await row(page, 2).focus();
  await open('Download CSV…');
  const download = page.waitForEvent('download');
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Download/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await download;
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(row(page, 2)).toBeFocused();

  // Select all removes the button; the focus returns to the row.
  await page.keyboard.press('x');
  await page.getByRole('button', { name: /^Select the \d+ loaded/ }).click();
  await expect(row(page, 2)).toBeFocused();
  await page.getByRole('button', { name: /^Select all/ }).click();
  await expect(row(page, 2)).toBeFocused();
  await page.keyboard.press('j');
  await expect(row(page, 3)).toBeFocused();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(row(page, 3)).toBeFocused();
});

test('nothing moves when saved views, their buttons and the headings of groups appear', async ({ page, site }) => {
  await makeTickets(site, 8);
  const id = await makeView(site, { name: 'Waiting for parts', query: { status: 'pending' } });
  await makeView(site, { name: 'To call back', query: { status: 'open' } });
  const shifts = await watchShifts(page);
  const views = page.getByRole('list', { name: 'Saved views' }).getByRole('link');
  for (const path of ['/inbox', `/inbox?order_by=updated&view=${id}`]) {
    await signIn(page, site, { path });
    await expect(grid(page)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Save (view|as)$/ })).toBeVisible();
    await expect(views).toHaveCount(2);
    await settled(page);
    await expect.poll(shifts).toEqual([]);
  }
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

test('IN-29: tags have boxes with a third state for some of the tickets, and Apply stores them', async ({
  page,
  site,
}) => {
  await makeTickets(site, [{ tags: 'both,one-only' }, { tags: 'both' }]);
  await signIn(page, site, { path: '/inbox?status=all&order_by=created&dir=asc' });
  await expectTotal(page, 2);
  await row(page, 0).focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+J');
  await page.keyboard.press('t');
  const picker = page.getByRole('dialog', { name: 'Tags' });
  const box = (name: string) => picker.getByRole('option', { name: new RegExp(`^${name}`) }).locator('[data-on]');
  await expect(box('both')).toHaveAttribute('data-on', 'all');
  await expect(box('one-only')).toHaveAttribute('data-on', 'some');
  await expect(picker.getByRole('option', { name: /^one-only/ })).toContainText('on some of them');
  // To all, to none, and as it was.
  for (const state of ['all', 'none', 'some', 'all']) {
    await picker.getByRole('option', { name: /^one-only/ }).click();
    await expect(box('one-only')).toHaveAttribute('data-on', state);
  }
  await picker.getByRole('option', { name: /^both/ }).click();
  await expect(box('both')).toHaveAttribute('data-on', 'none');
  await checkA11y(page);
  await picker.getByRole('button', { name: 'Apply' }).click();
  await expect(row(page, 1)).toContainText('one-only');
  await expect(row(page, 1)).not.toContainText('both');
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
