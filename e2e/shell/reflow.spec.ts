import type { Page } from '@playwright/test';
import { expectToFit } from '#e2e/inbox/inbox-support.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const SETTINGS = '/settings/appearance';

/** Texts of the page that their own boxes cut off. */
function cutTexts(page: Page): Promise<readonly (string | null)[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main button, main h2, main p')]
      .filter((element) => element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0)
      .map((element) => element.textContent),
  );
}

test.describe('the frame at the edges', () => {
  test('GX-06, GX-15: nothing is wider than its window, from 320 to 2560 px; at 400 % zoom everything can be reached; text spacing cuts nothing; reduced motion has no animation', async ({
    page,
    demoSite,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // 1280 x 1024 at 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    await signIn(page, demoSite, { path: SETTINGS });
    const last = page.getByRole('button', { name: 'Show keyboard shortcuts' });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    const pages = () => page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
    await expect.poll(pages).toBeGreaterThan(1.5);
    for (const width of [320, 768, 1100, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      await expectToFit(page);
    }

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.evaluate(() => {
      const style = new CSSStyleSheet();
      style.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      );
      document.adoptedStyleSheets.push(style);
    });
    await expectToFit(page);
    await expect.poll(() => cutTexts(page)).toEqual([]);

    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toHaveCSS('animation-duration', '0s');
  });

  test('GX-04: turns round for languages that run from right to left', async ({ page, demoSite }) => {
    await signIn(page, demoSite, { path: `${SETTINGS}?locale=ar` });
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const sidebar = page.getByRole('navigation', { name: 'Primary' });
    await expect.poll(async () => (await sidebar.boundingBox())?.x).toBeGreaterThan(1_000);
    await page.getByRole('radio', { name: 'System' }).press('ArrowLeft');
    await expect(page.getByRole('radio', { name: 'Light' })).toBeFocused();
    await expectToFit(page);
  });
});
