import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/test.ts';
import { signIn } from '#e2e/support/sign-in.ts';

const SETTINGS = '/settings/appearance';

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

test.describe('the frame at the edges', () => {
  test('GX-06: at 400 % zoom the page scrolls, and everything can be reached', async ({ page, service }) => {
    // 1280 x 1024 at 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    await signIn(page, service, { path: SETTINGS });
    const last = page.getByRole('button', { name: 'Show keyboard shortcuts' });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight * 1.5)).toBe(true);
    await expectNoOverflow(page);
  });

  for (const width of [320, 360, 768, 1024, 1100, 1280, 1920, 2560]) {
    test(`GX-15: nothing is wider than a window of ${width} px`, async ({ page, service }) => {
      await page.setViewportSize({ width, height: 800 });
      await signIn(page, service, { path: SETTINGS });
      await expectNoOverflow(page);
    });
  }

  test('GX-06: holds with the text spacing that people may set', async ({ page, service }) => {
    await signIn(page, service, { path: SETTINGS });
    const sheet = await page.evaluateHandle(() => {
      const style = new CSSStyleSheet();
      style.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      );
      document.adoptedStyleSheets.push(style);
      return style;
    });
    await expectNoOverflow(page);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('main button, main h2, main p')]
        .filter((element) => element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0)
        .map((element) => element.textContent),
    );
    expect(cut).toEqual([]);
    await sheet.dispose();
  });

  test('GX-04: turns round for languages that run from right to left', async ({ page, service }) => {
    await signIn(page, service);
    await page.goto(`${SETTINGS}?locale=ar`);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const sidebar = await page.getByRole('navigation', { name: 'Primary' }).boundingBox();
    expect(sidebar?.x).toBeGreaterThan(1_000);
    await page.getByRole('radio', { name: 'System' }).press('ArrowLeft');
    await expect(page.getByRole('radio', { name: 'Light' })).toBeFocused();
    await expectNoOverflow(page);
  });

  test('GX-06: moves nothing for people who want no motion', async ({ page, service }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, service, { path: SETTINGS });
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toHaveCSS('animation-duration', '0s');
  });
});
