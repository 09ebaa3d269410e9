import { expect, test } from '#e2e/support/test.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { openPalette } from '#e2e/support/open-palette.ts';

const SETTINGS = '/settings/appearance';

test.describe('the frame of the pages', () => {
  test('has its landmarks, one heading, a title, a way past the navigation, and a focus that can be seen', async ({
    page,
    demoSite,
  }) => {
    await page.goto(`${demoSite.url}/sign-in?next=${SETTINGS}`);
    await page.getByLabel('API token', { exact: true }).fill(demoSite.token);
    await page.getByRole('button', { name: 'Open Velo Works' }).click();
    const primary = page.getByRole('navigation', { name: 'Primary' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page).toHaveTitle('Appearance · Settings · Velo Works · Support Console');
    await expect.poll(() => page.evaluate(() => document.fonts.check("13px 'Inter Variable'"))).toBe(true);
    await expect(primary.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
    await checkA11y(page);

    // After signing in the focus is on the heading; a page that was opened by its address begins at the top.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await expect.poll(() => new URL(page.url()).hash).toBe('');

    await skip.focus();
    for (let step = 0; step < 6; step += 1) {
      await expect(page.locator(':focus')).toHaveCSS('outline-style', 'solid');
      await expect(page.locator(':focus')).toHaveCSS('outline-width', '2px');
      await page.keyboard.press('Tab');
    }
    const inbox = primary.getByRole('link', { name: /^Inbox/ });
    const before = await inbox.evaluate((element) => getComputedStyle(element).backgroundColor);
    await inbox.hover();
    await expect(inbox).not.toHaveCSS('background-color', before);

    // The heading of the new page gets the focus.
    await inbox.click();
    await expect(page).toHaveURL(/\/inbox$/);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  });

  test('says whether the site is open, what the token is, and signs out', async ({ page, clock, makeSite }) => {
    // A Wednesday.
    await clock.set('2026-11-18T16:30:00Z');
    const site = await makeSite();
    const week = [1, 2, 3, 4, 5].map((day) => ({ day_of_week: day, open_minute: 9 * 60, close_minute: 17 * 60 }));
    expect((await site.call('PATCH', 'business_calendar', { body: { week, flag_on: true } })).status).toBe(200);
    await signIn(page, site, { path: SETTINGS });
    await page.mouse.move(600, 400);
    await expect(page.getByText('Open now')).toBeVisible();
    await expect(page.getByText(/until .*17:00/)).toBeVisible();

    const button = page.getByRole('button', { name: /^Velo Works.*site and API token$/ });
    await button.click();
    const menu = page.getByRole('dialog', { name: 'Velo Works, site and API token' });
    await expect(menu).toContainText(`Site ID${site.siteId}`);
    await expect(menu).toContainText('End to end');
    await expect(menu).toContainText('Full access');
    await checkA11y(page);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();

    await button.click();
    await menu.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await expect(page.getByText('Velo Works')).toBeHidden();
  });

  test('shows a read-only token as one, collapses to a rail with tooltips, and leads on from an unknown address', async ({
    page,
    demoSite,
  }) => {
    await signIn(page, demoSite, { path: SETTINGS });
    await page.getByRole('button', { name: /^Velo Works.*site and API token$/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Read-only');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const navigation = page.getByRole('navigation', { name: 'Primary' });
    await expect(navigation).toContainText('Settings');
    await page.keyboard.press('[');
    await expect(navigation).not.toContainText('Settings');
    await navigation.getByRole('link', { name: 'Settings' }).hover();
    await expect(page.locator('[popover]').getByText('Settings')).toBeVisible();
    await page.reload();
    await expect(navigation).not.toContainText('Settings');
    await page.keyboard.press('[');
    await expect(navigation).toContainText('Settings');

    // Between 768 and 1100 px there is no room for more.
    await page.setViewportSize({ width: 900, height: 700 });
    await expect(navigation).not.toContainText('Settings');
    await expect(page.getByRole('button', { name: 'Search or run a command' })).toBeVisible();

    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Velo Works · Support Console');
    // The frame stays, and is the only one.
    await expect(navigation.getByRole('link', { name: /^Inbox/ })).toBeVisible();
    await expect(page.getByRole('main')).toHaveCount(1);
    await checkA11y(page);
    await page.getByRole('link', { name: 'Go to the inbox' }).click();
    await expect(page).toHaveURL(/\/inbox$/);
  });

  test('has tabs below on phones', { tag: '@phone' }, async ({ page, demoSite }) => {
    await signIn(page, demoSite, { path: SETTINGS });
    const tabs = page.getByRole('navigation', { name: 'Primary' });
    // Room for a finger.
    const sizes = () =>
      tabs.locator('a, button').evaluateAll((all) =>
        all.map((tab) => {
          const { width, height } = tab.getBoundingClientRect();
          return Math.min(width, height) >= 44;
        }),
      );
    await expect.poll(sizes).toContain(true);
    await expect.poll(sizes).not.toContain(false);
    await tabs.getByRole('link', { name: 'Inbox' }).click();
    await expect(page).toHaveURL(/\/inbox/);
    await tabs.getByRole('button', { name: 'More' }).click();
    const sheet = page.getByRole('dialog', { name: 'More' });
    await expect(sheet).toContainText('Velo Works');
    await checkA11y(page);
    await sheet.getByRole('link', { name: 'Appearance' }).click();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(new RegExp(SETTINGS));
    await tabs.getByRole('button', { name: 'More' }).click();
    await sheet.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign-in/);
  });
});

test('keys do what their sheet lists, and leave typing and composing alone', async ({ page, demoSite }) => {
  await signIn(page, demoSite, { path: SETTINGS });
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.evaluate(() => {
    const key = new KeyboardEvent('keydown', { key: '?', code: 'Slash', isComposing: true, bubbles: true });
    document.body.dispatchEvent(key);
  });
  // Typed at once: no key waits to see the palette.
  await openPalette(page);
  await page.keyboard.type('gi?r[');
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toHaveValue('gi?r[');
  await settled(page);
  await expect(page).toHaveURL(new RegExp(`${SETTINGS}$`));
  await expect(sheet).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeHidden();

  await page.keyboard.press('?');
  await expect(sheet.getByText('Go to Inbox')).toBeVisible();
  // Below a dialog the page's keys are off.
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await settled(page);
  await expect(sheet).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${SETTINGS}$`));
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page).toHaveURL(/\/inbox$/);
  await page.keyboard.press('g');
  await page.keyboard.press(',');
  await expect(page).toHaveURL(new RegExp(SETTINGS));
});

test.describe('connection', () => {
  test('GX-07: says that it is offline, keeps what is shown, and comes back', async ({
    page,
    context,
    demoSite,
    problems,
  }) => {
    problems.allow(/ERR_INTERNET_DISCONNECTED/);
    await signIn(page, demoSite, { path: SETTINGS });
    await page.mouse.move(600, 400);
    await expect(page.getByText(/Open now|Closed now/)).toBeVisible();
    await settled(page);
    await context.setOffline(true);
    const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'You’re offline' });
    await expect(banner).toBeVisible();
    await expect(banner).toContainText(/Showing data from \d\d:\d\d/);
    await checkA11y(page);
    await page.keyboard.press('r');
    await settled(page);
    await expect(page.getByText(/Open now|Closed now/)).toBeVisible();
    await context.setOffline(false);
    await expect(banner).toBeHidden();
  });

  test('GX-07: says that the service does not answer, leaves the list on screen, and recovers with it', async ({
    page,
    between,
    demoSite,
    problems,
  }) => {
    problems.allow(/Failed to load resource/);
    await signIn(page, { ...demoSite, url: between.url }, { path: '/inbox' });
    const rows = page.getByRole('grid', { name: 'Tickets' }).getByRole('row');
    await expect(rows.first()).toBeVisible();
    await settled(page);
    between.tamper = (_call, response) => {
      response.destroy();
      return true;
    };
    await page.keyboard.press('r');
    const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'The service isn’t answering' });
    await expect(banner).toBeVisible();
    await expect(rows.first()).toBeVisible();
    const asked = page.waitForRequest(/resource=business_calendar/);
    await banner.getByRole('button', { name: 'Try now' }).click();
    await asked;
    await settled(page);
    await expect(banner).toBeVisible();
    between.tamper = null;
    await expect(banner).toBeHidden({ timeout: 15_000 });
    await expect(rows.first()).toBeVisible();
  });
});
