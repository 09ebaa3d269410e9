import type { Page } from '@playwright/test';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const PATH = '/settings/appearance';
const DARK = 'rgb(15, 15, 16)';
const LIGHT = 'rgb(247, 247, 245)';

/** Loads a page and returns its background colours from the first frame until it has settled. */
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
  ] as const) {
    await page.emulateMedia({ colorScheme: system });
    const colours = await coloursOfColdLoad(page, theme);
    expect(colours, `${theme} under a ${system} system`).toEqual([colour]);
  }
});

test('GX-03, GX-05: theme, density, time zone and letter keys apply at once, in other tabs too, and survive a reload', async ({
  page,
  context,
  makeSite,
}) => {
  const site = await makeSite({ timeZone: 'Asia/Tokyo' });
  // Pretends that the computer is in New York.
  await page.addInitScript(() => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype;
    Intl.DateTimeFormat.prototype.resolvedOptions = function (this: Intl.DateTimeFormat) {
      return { ...resolvedOptions.call(this), timeZone: 'America/New_York' };
    };
  });
  await signIn(page, site, { path: PATH });
  const other = await context.newPage();
  await signIn(other, site, { path: PATH });
  const body = page.locator('body');
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });

  await radio('Dark').click();
  await expect(body).toHaveCSS('background-color', DARK);
  await expect(other.locator('body')).toHaveCSS('background-color', DARK);
  await expect(other.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await other.close();
  await radio('Dark').press('ArrowLeft');
  await expect(radio('Light')).toBeFocused();
  await expect(body).toHaveCSS('background-color', LIGHT);
  await radio('System').click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(body).toHaveCSS('background-color', DARK);

  const button = page.getByRole('button', { name: 'Show keyboard shortcuts' });
  await expect(button).toHaveCSS('min-height', '28px');
  await radio('Comfortable').click();
  await expect(button).toHaveCSS('min-height', '32px');
  await expect(body).toHaveCSS('font-size', '14px');

  const section = page.getByRole('region', { name: 'Times are shown in' });
  await expect(section).toContainText('(America/New_York)');
  await radio('UTC').click();
  await expect(section).toContainText(/, \d\d:\d\d UTC \(UTC\)/);
  await radio('The site’s time zone').click();
  await expect(section).toContainText('(Asia/Tokyo)');

  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await radio('Off').click();
  for (const key of ['?', 'g', 'i', 'Control+k']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await settled(page);
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(button).toHaveCSS('min-height', '32px');
  await expect(body).toHaveCSS('background-color', DARK);
  await expect(radio('The site’s time zone')).toBeChecked();
  await expect(radio('Off')).toBeChecked();
  await radio('On').click();
  await page.keyboard.press('?');
  await expect(sheet).toBeVisible();

  // A theme that the system does not have.
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(body).toHaveCSS('background-color', LIGHT);
  await radio('Dark').click();
  await expect(body).toHaveCSS('background-color', DARK);
  await page.reload();
  await expect(radio('Dark')).toBeChecked();
  await expect(body).toHaveCSS('background-color', DARK);
});
