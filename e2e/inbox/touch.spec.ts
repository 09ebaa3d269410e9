import type { CDPSession, Locator, Page } from '@playwright/test';
import { makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { bar } from './bulk-support.ts';
import { expectTotal, grid, param, row } from './inbox-support.ts';
import { stored } from './verbs-support.ts';

async function middleOf(target: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('Nothing to touch');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Puts a finger down where a row is, until `lift`. */
async function press(finger: CDPSession, target: Locator): Promise<void> {
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await middleOf(target)] });
}

async function lift(finger: CDPSession): Promise<void> {
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

const scroller = (page: Page) => grid(page).locator('[data-scroller]');
const scrolled = (page: Page) => scroller(page).evaluate((list) => list.scrollTop);
/** How far the list moves within so many frames; 45 are longer than a long press takes. */
const movement = (page: Page, frames = 2) =>
  scroller(page).evaluate(async (list, count) => {
    const from = list.scrollTop;
    for (let frame = 0; frame < count; frame += 1) await new Promise((next) => requestAnimationFrame(next));
    return Math.abs(list.scrollTop - from);
  }, frames);
const isChosen = (target: Locator) => expect(target).toHaveAttribute('aria-selected', 'true');

test.describe('with fingers', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  test(
    'IN-10: on a phone a long press selects, taps go on, and Back or Clear ends it',
    { tag: '@alone' },
    async ({ page, site }) => {
      const made = await makeTickets(site, 20);
      await signIn(page, site, { path: '/inbox?status=all&order_by=created&dir=asc' });
      await expectTotal(page, 20);
      const finger = await page.context().newCDPSession(page);
      // The menu that a browser has for a link stays away.
      await page.evaluate(() => {
        addEventListener('contextmenu', (event) => document.body.toggleAttribute('data-menu', !event.defaultPrevented));
      });

      // A finger that scrolls selects nothing, and opens nothing.
      const { x, y } = await middleOf(row(page, 5));
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      for (const by of [15, 40, 70, 100]) {
        await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - by }] });
      }
      // Of the first steps the browser takes some for a finger that trembles.
      await expect.poll(() => scrolled(page)).toBeGreaterThan(30);
      // It rests for longer than a long press takes, and leaves no swing behind when it lifts.
      await expect.poll(() => movement(page, 45)).toBe(0);
      await lift(finger);
      await expect.poll(() => movement(page)).toBe(0);
      await expect(grid(page).locator('[aria-selected="true"]')).toHaveCount(0);
      expect(param(page, 'ticket')).toBeNull();

      // Before the finger is up, and also where the list still runs out of a swipe.
      await press(finger, row(page, 5));
      await scroller(page).evaluate((list) => list.scrollBy(0, 2));
      await isChosen(row(page, 5));
      await lift(finger);
      await row(page, 6).tap();
      await isChosen(row(page, 6));
      await isChosen(row(page, 5));
      await expect(page.locator('body[data-menu]')).toHaveCount(0);
      await expect(bar(page)).toContainText('2 selected');
      await expect(row(page, 7).getByRole('checkbox')).toHaveAttribute('aria-checked', 'false');
      await checkA11y(page);
      await row(page, 5).tap();
      await expect(bar(page)).toContainText('1 selected');
      expect(param(page, 'ticket')).toBeNull();

      // Back leaves the selection and not the list, which stays where it is.
      await expect.poll(() => movement(page)).toBe(0);
      const at = await scrolled(page);
      await page.goBack();
      await expect(bar(page)).toBeHidden();
      await expect(page).toHaveURL(/order_by=created/);
      await expect(grid(page)).toBeVisible();
      await expect.poll(() => scrolled(page)).toBe(at);
      // A tap opens again.
      await row(page, 6).tap();
      await expect(page.getByRole('heading', { level: 1, name: 'Ticket number 7' })).toBeVisible();
      await page.goBack();
      await expect(grid(page)).toBeVisible();

      // The bar changes what is selected, and Clear ends it; no step is left over for Back.
      await press(finger, row(page, 4));
      await isChosen(row(page, 4));
      await lift(finger);
      await bar(page).getByRole('button', { name: 'Priority' }).tap();
      await page.getByRole('option', { name: 'High' }).tap();
      await expect.poll(async () => (await stored(site, made[4]?.id ?? 0)).priority).toBe('high');
      await expect(bar(page)).toBeHidden();
      await press(finger, row(page, 3));
      await isChosen(row(page, 3));
      await lift(finger);
      await bar(page).getByRole('button', { name: 'Clear' }).tap();
      await expect(bar(page)).toBeHidden();
      await page.goBack();
      await expect(page).not.toHaveURL(/\/inbox/);
    },
  );
});

test(
  'GX-15: on a phone one row above the list holds its name, folders, search, filters and the rest',
  { tag: '@phone' },
  async ({ page, site }) => {
    await makeTickets(site, [{ subject: 'Bell rings twice' }, { subject: 'Brake squeals', status: 'pending' }]);
    await site.call('POST', 'saved_views', { body: { name: 'Waiting for parts', query: { status: 'pending' } } });
    await signIn(page, site, { path: '/inbox' });
    await expect(row(page, 0)).toBeVisible();
    const header = page.getByRole('banner').or(page.locator('main header')).first();
    await expect(page.getByRole('button', { name: 'Search tickets' })).toBeVisible();
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expect(async () => {
        const top = await header.boundingBox();
        const list = await grid(page).boundingBox();
        expect(list?.y).toBe((top?.y ?? 0) + (top?.height ?? 0));
        expect(top?.height).toBeLessThanOrEqual(49);
        const boxes = await Promise.all(
          (await header.getByRole('button').all()).map((control) => control.boundingBox()),
        );
        expect(boxes.length).toBeGreaterThan(3);
        for (const box of boxes) {
          expect(box?.width).toBeGreaterThanOrEqual(36);
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
        }
        const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(pageWidth).toBeLessThanOrEqual(width);
      }).toPass({ timeout: 7_000 });
    }
    await expect(header).toContainText(/^Inbox1 open/);

    // One name for one list, in the menu and above the rows; a folder names the page.
    const folders = page.getByRole('button', { name: 'Folders' });
    await folders.tap();
    await expect(page.getByRole('menuitemradio', { name: /^Inbox/ })).toHaveAttribute('aria-checked', 'true');
    const view = page.getByRole('menuitemradio', { name: /^Waiting for parts/ });
    await expect(view).toHaveText('Waiting for parts1');
    await view.tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for parts');
    await expectTotal(page, 1);
    await expect(row(page, 0)).toContainText('Brake squeals');

    // The search takes the row, and gives it back.
    await page.getByRole('button', { name: 'Search tickets' }).tap();
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('a');
    await expect(page).toHaveURL(/q=a/);
    await checkA11y(page);
    await expect.poll(async () => (await header.boundingBox())?.height).toBeLessThanOrEqual(49);

    // By then it is another list than the view has: so says the menu, and goes back.
    await expect(folders).toBeHidden();
    await page.getByRole('button', { name: 'Display options' }).tap();
    await page.getByRole('menuitem', { name: 'Discard changes' }).tap();
    await expect(page).not.toHaveURL(/q=a/);
    await expect(page.getByRole('searchbox')).toBeHidden();
    await folders.tap();
    await expect(view).toBeVisible();
    await expect(view).not.toContainText('Changed');
    await page.keyboard.press('Escape');

    // The rest: order, refresh, export.
    await page.getByRole('button', { name: 'Display options' }).tap();
    await expect(page.getByRole('menuitem', { name: 'Download CSV…' })).toBeVisible();
    await page.getByRole('menuitemradio', { name: 'Oldest first' }).tap();
    await expect(page).toHaveURL(/order_by=created&dir=asc/);
    await page.getByRole('button', { name: 'Filter, 1 on' }).tap();
    await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
  },
);
