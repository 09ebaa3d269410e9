import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/test.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { openPalette } from '#e2e/support/open-palette.ts';

/**
 * Texts outside the catalogue. Data (`dir="auto"`), code, keys and names of the API are verbatim; dates and zones are Intl's.
 */
async function foreignTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const data = '[dir="auto"], code, kbd, .font-mono, [data-verbatim], script, style, noscript, [aria-hidden="true"]';
    const bare = (text: string): string => {
      let [before, after] = ['', text];
      while (before !== after) [before, after] = [after, after.replace(/\[[^[\]]*\]/g, ' ')];
      return after
        .replace(/[A-Z][a-z]+\/[A-Z][A-Za-z_/]+/g, ' ')
        .replace(/\b\d{1,2} [A-Z][a-z]{2,3}( \d{4})?\b/g, ' ')
        .replace(/\b(UTC|GMT|BST|CET|CEST|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b/g, ' ')
        .replace(/\b(Support Console|whoami|sc[kt]_\w+)/g, ' ');
    };
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || parent.closest(data) !== null || !parent.checkVisibility()) continue;
      if (/\p{L}{2}/u.test(bare(node.textContent ?? ''))) found.push((node.textContent ?? '').trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
      if (element.closest(data) !== null || !element.checkVisibility()) continue;
      for (const name of ['aria-label', 'placeholder', 'title']) {
        const text = element.getAttribute(name) ?? '';
        if (/\p{L}{2}/u.test(bare(text))) found.push(`${name}: ${text}`);
      }
    }
    return found;
  });
}

async function expectTranslated(page: Page, where: string): Promise<void> {
  await expect.poll(() => foreignTexts(page), { message: `untranslated on ${where}` }).toEqual([]);
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, `overflow on ${where}`).toBeLessThanOrEqual(0);
}

test.describe('pseudo-locale', () => {
  test('GX-04: every text is in the catalogue and has room to grow', async ({ page, demoSite }) => {
    await page.goto('/sign-in?locale=en-XA');
    await expect(page.getByRole('textbox').first()).toBeVisible();
    await expectTranslated(page, 'the sign-in page');

    // The locale is chosen with the document and holds until the next.
    await signIn(page, demoSite, { path: '/settings/appearance?locale=en-XA' });
    await expect(page.getByRole('radiogroup').first()).toBeVisible();
    await expectTranslated(page, 'the appearance page');

    await openPalette(page);
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
    await expectTranslated(page, 'the palette');
    await page.keyboard.press('Escape');

    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectTranslated(page, 'the sheet of keys');
    await page.keyboard.press('Escape');

    await page.locator('a[href^="/inbox"]').first().click();
    await expect(page).toHaveURL(/\/inbox/);
    await expectTranslated(page, 'the inbox');
  });
});
