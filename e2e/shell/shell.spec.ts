import { expect, test } from '#e2e/support/test.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { openPalette } from '#e2e/support/open-palette.ts';

const SETTINGS = '/settings/appearance';

test.describe('the frame of the pages', () => {
  test('has its landmarks, one heading, a title, a way past the navigation, and a focus that can be seen; it collapses to a rail with tooltips, and leads on from an unknown address', async ({
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
    await page.keyboard.press('[');
    await expect(primary).not.toContainText('Settings');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(primary).not.toContainText('Settings');
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

    await page.mouse.move(600, 400);
    await primary.getByRole('link', { name: 'Settings' }).hover();
    await expect(page.locator('[popover]').getByText('Settings')).toBeVisible();
    await page.keyboard.press('[');
    await expect(primary).toContainText('Settings');
    await page.getByRole('button', { name: /^Velo Works.*site and API token$/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Read-only');
    await page.keyboard.press('Escape');
    // Between 768 and 1100 px there is no room for more.
    await page.setViewportSize({ width: 900, height: 700 });
    await expect(primary).not.toContainText('Settings');
    await expect(page.getByRole('button', { name: 'Search or run a command' })).toBeVisible();

    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Velo Works · Support Console');
    // The frame stays, and is the only one.
    await expect(primary.getByRole('link', { name: /^Inbox/ })).toBeVisible();
    await expect(page.getByRole('main')).toHaveCount(1);
    await checkA11y(page);
    await page.getByRole('link', { name: 'Go to the inbox' }).click();
    await expect(page).toHaveURL(/\/inbox$/);
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

  test(
    'GX-01, GX-15: has tabs below on phones, and the palette among them',
    { tag: '@phone' },
    async ({ page, demoSite }) => {
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

      await page.getByRole('button', { name: 'Search' }).tap();
      const field = page.getByRole('combobox', { name: 'Command palette' });
      await expect(field).toBeFocused();
      await expect(field).toHaveCSS('font-size', '16px');
      await field.fill('the');
      await expect(page.getByRole('group', { name: 'Tickets' }).getByRole('option').first()).toBeVisible();
      await checkA11y(page);
      await field.fill('inbox');
      await page
        .getByRole('listbox')
        .getByRole('option', { name: /Go to Inbox/ })
        .tap();
      await expect(page).toHaveURL(/\/inbox$/);
      await tabs.getByRole('button', { name: 'More' }).click();
      await sheet.getByRole('button', { name: 'Sign out' }).click();
      await expect(page).toHaveURL(/\/sign-in/);
    },
  );
});

test('GX-02: keys do what their sheet lists, leave typing and composing alone, and letter keys can be turned off', async ({
  page,
  demoSite,
}) => {
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
  const line = (label: string) => sheet.locator('dl > div').filter({ hasText: label });
  await expect(line('Refresh').locator('kbd').first()).toHaveText('R');
  await expect(line('Go to Inbox').locator('.sr-only kbd')).toHaveText(['G', 'I']);
  await checkA11y(page);
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

  await page.keyboard.press('?');
  // The focus is on the list: Enter presses nothing.
  await page.keyboard.press('Enter');
  await expect(sheet).toContainText('Letter keys are on');
  await sheet.getByRole('button', { name: 'Turn off letter keys' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await openPalette(page);
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await settled(page);
  await expect(sheet).toBeHidden();
});

test('GX-07: the page says that it is offline, or that the service does not answer, keeps what is shown, and recovers by itself', async ({
  page,
  context,
  between,
  demoSite,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED/, /Failed to load resource/);
  await signIn(page, { ...demoSite, url: between.url }, { path: '/inbox' });
  const rows = page.getByRole('grid', { name: 'Tickets' }).getByRole('row');
  await expect(rows.first()).toBeVisible();
  await settled(page);
  await context.setOffline(true);
  const banner = page.getByRole('main').getByRole('status');
  const offline = banner.filter({ hasText: 'You’re offline' });
  await expect(offline).toContainText(/Showing data from \d\d:\d\d/);
  await checkA11y(page);
  await page.keyboard.press('r');
  await settled(page);
  await expect(rows.first()).toBeVisible();
  await context.setOffline(false);
  await expect(offline).toBeHidden();

  between.tamper = (_call, response) => {
    response.destroy();
    return true;
  };
  await page.keyboard.press('r');
  const silent = banner.filter({ hasText: 'The service isn’t answering' });
  await expect(silent).toBeVisible();
  await expect(rows.first()).toBeVisible();
  const asked = page.waitForRequest(/resource=business_calendar/);
  await silent.getByRole('button', { name: 'Try now' }).click();
  await asked;
  await settled(page);
  await expect(silent).toBeVisible();
  // A cheap call every five seconds, otherwise made once a minute, finds out by itself.
  await page.waitForRequest(/resource=business_calendar/, { timeout: 15_000 });
  between.tamper = null;
  await expect(silent).toBeHidden({ timeout: 15_000 });
  await expect(rows.first()).toBeVisible();
});
