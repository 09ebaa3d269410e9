import { expect, test } from '#e2e/support/test.ts';
import { offlineReady } from '#e2e/support/offline-ready.ts';
import { signIn, signInByLink } from '#e2e/support/sign-in.ts';

const SETTINGS = '/settings/appearance';

test.describe('the frame of the pages', () => {
  test('has its landmarks, one heading, a title and a way past the navigation', async ({ page, service }) => {
    await signInByLink(page, service, { path: SETTINGS });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page).toHaveTitle('Appearance · Settings · Velo Works · Support Console');
    await expect(
      page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: 'Settings' }),
    ).toHaveAttribute('aria-current', 'page');

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
    expect(new URL(page.url()).hash).toBe('');
  });

  test('puts the focus on the heading of the new page', async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    await page
      .getByRole('navigation', { name: 'Primary' })
      .getByRole('link', { name: /^Inbox/ })
      .click();
    await expect(page).toHaveURL(/\/inbox$/);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  });

  test('says what the token is and signs out', async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    const button = page.getByRole('button', { name: /^Velo Works.*site and token$/ });
    await button.click();
    const menu = page.getByRole('dialog', { name: 'Velo Works, site and token' });
    await expect(menu).toContainText(`Site id${service.siteId}`);
    await expect(menu).toContainText('End to end');
    await expect(menu).toContainText('Full access');
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();

    // A press on the button closes it as well, and does not open it again.
    await button.click();
    await expect(menu).toBeVisible();
    await button.click();
    await expect(menu).toBeHidden();

    await button.click();
    await menu.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await expect(page.getByText('Velo Works')).toBeHidden();
  });

  test('shows a read-only token as one', async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS, token: service.tokens.readOnly });
    await page.getByRole('button', { name: /^Velo Works.*site and token$/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Read-only');
  });

  test('says whether the site is open, as the service answers', async ({ page, service }) => {
    const { json } = await service.call('GET', 'business_calendar');
    const isOpen = JSON.stringify(json).includes('"is_now_within_hours":true');
    await signIn(page, service, { path: SETTINGS });
    // The calendar is asked for when somebody is there.
    await page.mouse.move(600, 400);
    await expect(page.getByText(isOpen ? 'Open now' : 'Closed now')).toBeVisible();
    await expect(page.getByText(isOpen ? /until .*\d\d:\d\d/ : /opens .*\d\d:\d\d/)).toBeVisible();
  });

  test('collapses to a rail with tooltips', async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
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
  });

  test('has tabs below on phones', { tag: '@phone' }, async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    const tabs = page.getByRole('navigation', { name: 'Primary' });
    for (const tab of await tabs.locator('a, button').all()) {
      const box = await tab.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(44);
    }
    await tabs.getByRole('link', { name: 'Inbox' }).click();
    await expect(page).toHaveURL(/\/inbox/);
    await tabs.getByRole('button', { name: 'More' }).click();
    const sheet = page.getByRole('dialog', { name: 'More' });
    await expect(sheet).toContainText('Velo Works');
    await sheet.getByRole('link', { name: 'Appearance' }).click();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(new RegExp(SETTINGS));
    // Pages without a tab stand behind More.
    await tabs.getByRole('button', { name: 'More' }).click();
    await sheet.getByRole('link', { name: 'Portal tokens' }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Portal tokens' })).toBeVisible();
    await tabs.getByRole('button', { name: 'More' }).click();
    await expect(sheet.getByRole('link', { name: 'Portal tokens' })).toHaveAttribute('aria-current', 'page');
    await sheet.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign-in/);
  });

  test('an unknown address leads on', { tag: ['@desktop', '@phone'] }, async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeAttached();
    await expect(page).toHaveTitle('Page not found · Support Console');
    await page.getByRole('link', { name: 'Go to the inbox' }).click();
    await expect(page).toHaveURL(/\/inbox$/);
  });
});

test.describe('keys', () => {
  test('the sheet lists what is bound, and the keys do it', async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(sheet.getByText('Go to Inbox')).toBeVisible();
    // Below a dialog the page's keys are off.
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();

    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await expect(page).toHaveURL(/\/inbox$/);
    await page.keyboard.press('g');
    await page.keyboard.press(',');
    await expect(page).toHaveURL(new RegExp(SETTINGS));
  });

  test('typing in a field and composing are left alone', async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    await page.evaluate(() => {
      const key = new KeyboardEvent('keydown', { key: '?', code: 'Slash', isComposing: true, bubbles: true });
      document.body.dispatchEvent(key);
    });
    // Typed at once, while the palette's code is still on its way.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('gi?r[');
    await expect(page.getByRole('combobox')).toHaveValue('gi?r[');
    expect(new URL(page.url()).pathname).toBe(SETTINGS);
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();
  });

  test('focus can be seen on every control of the sidebar', async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => {
        const element = document.activeElement;
        return element === null ? null : getComputedStyle(element).outline;
      });
      expect(outline).toMatch(/solid 2px$/);
    }
    const inbox = page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: /^Inbox/ });
    const before = await inbox.evaluate((element) => getComputedStyle(element).backgroundColor);
    await inbox.hover();
    await expect(inbox).not.toHaveCSS('background-color', before);
  });
});

test.describe('connection', () => {
  test('GX-07: says within two seconds that it is offline, keeps what is shown, and comes back', async ({
    page,
    context,
    service,
    problems,
  }) => {
    problems.allow(/ERR_INTERNET_DISCONNECTED/);
    await signIn(page, service, { path: SETTINGS });
    // The calendar is asked for when somebody is there.
    await page.mouse.move(600, 400);
    await expect(page.getByText(/Open now|Closed now/)).toBeVisible();
    await offlineReady(page);
    await context.setOffline(true);
    const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'You are offline' });
    await expect(banner).toBeVisible({ timeout: 2_000 });
    await expect(banner).toContainText(/Showing data from \d\d:\d\d/);
    await page.keyboard.press('r');
    await expect(page.getByText(/Open now|Closed now/)).toBeVisible();
    await context.setOffline(false);
    await expect(banner).toBeHidden();
  });

  test('GX-07: says that the service does not answer, and recovers with it', async ({ page, ownService, problems }) => {
    test.setTimeout(60_000);
    // 503: it answers again, but is not ready yet.
    problems.allow(/ERR_CONNECTION_REFUSED|ERR_SOCKET|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|status of 503/);
    await signIn(page, ownService, { path: SETTINGS });
    // The calendar is asked for when somebody is there.
    await page.mouse.move(600, 400);
    await expect(page.getByText(/Open now|Closed now/)).toBeVisible();
    await offlineReady(page);
    await ownService.stop();
    await page.keyboard.press('r');
    const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'The service is not answering' });
    await expect(banner).toBeVisible({ timeout: 2_000 });
    await banner.getByRole('button', { name: 'Try now' }).click();
    await expect(banner).toBeVisible();
    await ownService.start();
    await expect(banner).toBeHidden({ timeout: 15_000 });
  });
});
