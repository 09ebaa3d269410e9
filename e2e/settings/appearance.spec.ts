import type { Page } from '@playwright/test';
import { settled } from '#e2e/support/settled.ts';
import { signIn, signInByLink } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const PATH = '/settings/appearance';
const DARK = 'rgb(15, 15, 16)';
const LIGHT = 'rgb(247, 247, 245)';

/** Loads a page anew and answers which colours it had from its first frame until it stood still. */
async function coloursOfColdLoad(page: Page, theme: string): Promise<unknown> {
  const script = await page.addInitScript((chosen) => {
    localStorage.setItem('support-console:theme', chosen);
    const painted = new Set<string>();
    Object.assign(window, { painted });
    const look = () => {
      if (document.body !== null) painted.add(getComputedStyle(document.body).backgroundColor);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, theme);
  await page.goto('/sign-in');
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await settled(page);
  await script.dispose();
  return page.evaluate(() => [...(Reflect.get(window, 'painted') as Set<string>)]);
}

test('GX-03: a cold load paints no frame in another theme than the chosen one, whatever the system has', async ({
  page,
}) => {
  for (const [theme, system, colour] of [
    ['dark', 'light', DARK],
    ['light', 'dark', LIGHT],
    ['system', 'dark', DARK],
  ] as const) {
    await page.emulateMedia({ colorScheme: system });
    const colours = await coloursOfColdLoad(page, theme);
    expect(colours, `${theme} under a ${system} system`).toEqual([colour]);
  }
});

test('GX-03: the theme changes at once, in other tabs too, and survives a reload', async ({
  page,
  context,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: PATH });
  const other = await context.newPage();
  await signIn(other, demoSite, { path: PATH });
  const body = page.locator('body');
  await expect(body).toHaveCSS('background-color', LIGHT);

  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(body).toHaveCSS('background-color', DARK);
  await expect(other.locator('body')).toHaveCSS('background-color', DARK);
  await expect(other.getByRole('radio', { name: 'Dark' })).toBeChecked();

  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(body).toHaveCSS('background-color', DARK);

  await page.getByRole('radio', { name: 'Dark' }).press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Light' })).toBeFocused();
  await expect(body).toHaveCSS('background-color', LIGHT);

  await page.getByRole('radio', { name: 'System' }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(body).toHaveCSS('background-color', DARK);
});

test('GX-05: density, zone of times and letter keys are chosen, and survive a reload', async ({ page, makeSite }) => {
  const site = await makeSite({ timeZone: 'Asia/Tokyo' });
  // The computer's zone, where the page asks for it.
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function (this: Intl.DateTimeFormat) {
      return { ...resolvedOptions.call(this), timeZone: 'America/New_York' };
    };
  });
  await signIn(page, site, { path: PATH });
  const button = page.getByRole('button', { name: 'Show keyboard shortcuts' });
  await expect(button).toHaveCSS('min-height', '28px');
  await page.getByRole('radio', { name: 'Comfortable' }).click();
  await expect(button).toHaveCSS('min-height', '32px');
  await expect(page.locator('body')).toHaveCSS('font-size', '14px');

  const section = page.getByRole('region', { name: 'Times are shown in' });
  await expect(section).toContainText('(America/New_York)');
  await page.getByRole('radio', { name: 'UTC' }).click();
  await expect(section).toContainText(/, \d\d:\d\d UTC \(UTC\)/);
  await page.getByRole('radio', { name: 'The site’s time zone' }).click();
  await expect(section).toContainText('(Asia/Tokyo)');

  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.getByRole('radio', { name: 'Off', exact: true }).click();
  for (const key of ['?', 'g', 'i', 'Control+k']) await page.keyboard.press(key);
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette).toBeVisible();
  await settled(page);
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();

  await page.reload();
  await expect(button).toHaveCSS('min-height', '32px');
  await expect(page.getByRole('radio', { name: 'The site’s time zone' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Off', exact: true })).toBeChecked();
  await page.getByRole('radio', { name: 'On', exact: true }).click();
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();
});

test('works where the browser refuses storage, as long as the page is open', async ({ page, demoSite }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('refused', 'SecurityError');
        },
      });
    }
  });
  await signInByLink(page, demoSite, { path: PATH });
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.locator('body')).toHaveCSS('background-color', DARK);
  await page.getByRole('radio', { name: 'Comfortable' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-density', 'compact');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
});

test('broken values in storage are as good as none', async ({ page, demoSite }) => {
  await page.addInitScript(() => {
    for (const name of ['theme', 'density', 'letter-keys', 'time-zone']) {
      localStorage.setItem(`support-console:${name}`, '{"no":');
    }
  });
  await signIn(page, demoSite, { path: PATH });
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Compact' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'This device’s time zone' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'On', exact: true })).toBeChecked();
});
