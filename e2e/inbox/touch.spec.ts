import type { CDPSession, Locator, Page } from '@playwright/test';
import { countTickets, expectTotal, grid, param, row } from './inbox-support.ts';
import { stored } from './verbs-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { TestService } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

async function makeTickets(service: TestService, words: string, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= count; n += 1) {
    const { json } = await service.call('POST', 'tickets', {
      body: { subject: `${words} ${n}`, requester_email: 'touch@example.org' },
    });
    ids.push(String((json as { data: { id: number } }).data.id));
  }
  return ids;
}

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

const scrolled = (page: Page) =>
  grid(page)
    .locator('[data-scroller]')
    .evaluate((list) => list.scrollTop);
/** The list has come to rest, for longer than a long press takes. */
const settled = (page: Page) =>
  expect
    .poll(() =>
      grid(page)
        .locator('[data-scroller]')
        .evaluate(async (list) => {
          const from = list.scrollTop;
          await new Promise((next) => setTimeout(next, 600));
          return list.scrollTop - from;
        }),
    )
    .toBe(0);
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Change the selected tickets' });
const isChosen = (target: Locator) => expect(target).toHaveAttribute('aria-selected', 'true');

test('IN-10: on a phone a long press selects, taps go on, and Back or Clear ends it @phone', async ({
  page,
  service,
}) => {
  test.slow();
  const ids = await makeTickets(service, 'Pedal squeaks', 20);
  await signIn(page, service, { path: '/inbox?status=all&q=Pedal%20squeaks&order_by=created&dir=asc' });
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
  await expect.poll(() => scrolled(page)).toBeGreaterThan(60);
  // A finger that rests before it lifts leaves no swing behind.
  await settled(page);
  await lift(finger);
  await expect(grid(page).locator('[aria-selected="true"]')).toHaveCount(0);
  expect(param(page, 'ticket')).toBeNull();

  // Before the finger is up, and also where the list still runs out of a swipe.
  await press(finger, row(page, 5));
  await grid(page)
    .locator('[data-scroller]')
    .evaluate((list) => list.scrollBy(0, 2));
  await isChosen(row(page, 5));
  await lift(finger);
  await isChosen(row(page, 5));
  await expect(page.locator('body[data-menu]')).toHaveCount(0);
  await row(page, 6).tap();
  await isChosen(row(page, 6));
  await expect(bar(page)).toContainText('2 selected');
  await expect(row(page, 7).getByRole('checkbox')).toHaveAttribute('aria-checked', 'false');
  await checkA11y(page);
  await row(page, 5).tap();
  await expect(bar(page)).toContainText('1 selected');
  expect(param(page, 'ticket')).toBeNull();

  // Back leaves the selection and not the list, which stays where it is.
  const at = await scrolled(page);
  await page.goBack();
  await expect(bar(page)).toBeHidden();
  expect(param(page, 'q')).toBe('Pedal squeaks');
  await expect(grid(page)).toBeVisible();
  expect(await scrolled(page)).toBe(at);
  // A tap opens again.
  await row(page, 6).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Pedal squeaks 7' })).toBeVisible();
  await page.goBack();
  await expect(grid(page)).toBeVisible();

  // The bar changes what is selected, and Clear ends it; no step is left over for Back.
  await press(finger, row(page, 4));
  await isChosen(row(page, 4));
  await lift(finger);
  await bar(page).getByRole('button', { name: 'Priority' }).tap();
  await page.getByRole('option', { name: 'High' }).tap();
  await expect.poll(async () => (await stored(service, ids[4] ?? '')).priority).toBe('high');
  await expect(bar(page)).toBeHidden();
  await press(finger, row(page, 3));
  await isChosen(row(page, 3));
  await lift(finger);
  await bar(page).getByRole('button', { name: 'Clear' }).tap();
  await expect(bar(page)).toBeHidden();
  await page.goBack();
  await expect(page).not.toHaveURL(/\/inbox/);
});

test('GX-15: on a phone one row above the list holds its name, folders, search, filters and the rest @phone', async ({
  page,
  ownService: service,
}) => {
  test.slow();
  await makeTickets(service, 'Bell rings twice', 2);
  await service.call('POST', 'saved_views', { body: { name: 'Waiting for parts', query: { status: 'pending' } } });
  await signIn(page, service, { path: '/inbox' });
  await expect(row(page, 0)).toBeVisible();
  const header = page.getByRole('banner').or(page.locator('main header')).first();
  await page.getByRole('button', { name: 'Search tickets' }).waitFor();
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const top = await header.boundingBox();
    const list = await grid(page).boundingBox();
    expect(list?.y).toBe((top?.y ?? 0) + (top?.height ?? 0));
    expect(top?.height).toBeLessThanOrEqual(49);
    for (const control of await header.getByRole('button').all()) {
      const box = await control.boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(36);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await expect(header).toContainText(/^Inbox\d+ open/);

  // One name for one list, in the menu and above the rows; a folder names the page.
  const folders = page.getByRole('button', { name: 'Folders' });
  await folders.tap();
  await expect(page.getByRole('menuitemradio', { name: /^Inbox/ })).toHaveAttribute('aria-checked', 'true');
  const pending = await countTickets(service, { status: 'pending' });
  await expect(page.getByRole('menuitemradio', { name: /^Waiting for parts/ })).toHaveText(
    `Waiting for parts${pending}`,
  );
  await page.getByRole('menuitemradio', { name: /^Waiting for parts/ }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for parts');
  await expectTotal(page, pending);

  // The search takes the row, and gives it back.
  await page.getByRole('button', { name: 'Search tickets' }).tap();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('a');
  await expect(page).toHaveURL(/q=a/);
  await checkA11y(page);
  expect((await header.boundingBox())?.height).toBeLessThanOrEqual(49);

  // By then it is another list than the view has: so says the menu, and goes back.
  await folders.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Display options' }).tap();
  await page.getByRole('menuitem', { name: 'Discard changes' }).tap();
  await expect(page).not.toHaveURL(/q=a/);
  await expect(page.getByRole('searchbox')).toBeHidden();
  await folders.tap();
  await expect(page.getByRole('menuitemradio', { name: /^Waiting for parts/ })).not.toContainText('Changed');
  await page.keyboard.press('Escape');

  // The rest: order, refresh, export.
  await page.getByRole('button', { name: 'Display options' }).tap();
  await expect(page.getByRole('menuitem', { name: 'Export CSV…' })).toBeVisible();
  await page.getByRole('menuitemradio', { name: 'Oldest first' }).tap();
  await expect(page).toHaveURL(/order_by=created&dir=asc/);
  await page.getByRole('button', { name: 'Filter, 1 on' }).tap();
  await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
});
