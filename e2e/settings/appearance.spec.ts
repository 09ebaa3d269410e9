import { expect, test } from '#e2e/support/test.ts';
import { signIn, signInByLink } from '#e2e/support/sign-in.ts';

const PATH = '/settings/appearance';
const DARK = 'rgb(15, 15, 16)';
const LIGHT = 'rgb(247, 247, 245)';

test.describe('appearance', () => {
  for (const [theme, system, colour] of [
    ['dark', 'light', DARK],
    ['light', 'dark', LIGHT],
    ['system', 'dark', DARK],
  ] as const) {
    test(`GX-03: a cold load in the ${theme} theme under a ${system} system paints no frame in another`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme: system });
      await page.addInitScript((chosen) => {
        localStorage.setItem('support-console:theme', chosen);
        const painted: string[] = [];
        Object.assign(window, { painted });
        const look = () => {
          if (document.body !== null) painted.push(getComputedStyle(document.body).backgroundColor);
          if (painted.length < 200) requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }, theme);
      await page.goto('/sign-in');
      await expect(page.getByRole('textbox').first()).toBeVisible();
      const painted: unknown = await page.evaluate(() => Reflect.get(window, 'painted'));
      expect(painted).toContain(colour);
      expect(new Set(Array.isArray(painted) ? painted : [])).toEqual(new Set([colour]));
    });
  }

  test('GX-03: the theme changes at once, in other tabs too, and survives a reload', async ({
    page,
    context,
    service,
  }) => {
    await signIn(page, service, { path: PATH });
    const other = await context.newPage();
    await signIn(other, service, { path: PATH });
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

  test('the density makes controls and text larger', async ({ page, service }) => {
    await signIn(page, service, { path: PATH });
    const button = page.getByRole('button', { name: 'Show keyboard shortcuts' });
    await expect(button).toHaveCSS('min-height', '28px');
    await page.getByRole('radio', { name: 'Comfortable' }).click();
    await expect(button).toHaveCSS('min-height', '32px');
    await expect(page.locator('body')).toHaveCSS('font-size', '14px');
    await page.reload();
    await expect(button).toHaveCSS('min-height', '32px');
  });

  test.describe('in New York', () => {
    test.use({ timezoneId: 'America/New_York' });

    test('GX-05: times are shown in the chosen zone, which is printed', async ({ page, service }) => {
      await signIn(page, service, { path: PATH });
      const section = page.getByRole('region', { name: 'Times are shown in' });
      await expect(section).toContainText('(America/New_York)');
      await page.getByRole('radio', { name: 'UTC' }).click();
      await expect(section).toContainText(/, \d\d:\d\d UTC \(UTC\)/);

      await page.getByRole('radio', { name: 'The site’s time zone' }).click();
      const { json } = await service.call('GET', 'whoami');
      expect(JSON.stringify(json)).toContain('"time_zone"');
      await expect(section).not.toContainText('America/New_York');
      await page.reload();
      await expect(page.getByRole('radio', { name: 'The site’s time zone' })).toBeChecked();
    });
  });

  test('letter keys can be switched off, keys with Ctrl stay', async ({ page, service }) => {
    await signIn(page, service, { path: PATH });
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.getByRole('radio', { name: 'Off', exact: true }).click();
    await page.keyboard.press('?');
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await expect(palette).toBeVisible();
    await expect(sheet).toBeHidden();
    expect(new URL(page.url()).pathname).toBe(PATH);
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();

    await page.getByRole('radio', { name: 'On', exact: true }).click();
    await page.keyboard.press('?');
    await expect(sheet).toBeVisible();
  });

  test('works where the browser refuses storage, as long as the page is open', async ({ page, service }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('refused', 'SecurityError');
          },
        });
      }
    });
    await signInByLink(page, service, { path: PATH });
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
    await page.getByRole('radio', { name: 'Dark' }).click();
    await expect(page.locator('body')).toHaveCSS('background-color', DARK);
    await page.getByRole('radio', { name: 'Comfortable' }).click();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  });

  test('broken values in storage are as good as none', async ({ page, service }) => {
    await page.addInitScript(() => {
      for (const name of ['theme', 'density', 'letter-keys', 'time-zone']) {
        localStorage.setItem(`support-console:${name}`, '{"no":');
      }
    });
    await signIn(page, service, { path: PATH });
    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'Compact' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'This device’s time zone' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'On', exact: true })).toBeChecked();
  });
});
