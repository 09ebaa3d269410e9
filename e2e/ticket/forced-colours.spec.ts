import type { Locator, Page } from '@playwright/test';
import { row } from '#e2e/inbox/inbox-support.ts';
import { makeTickets } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { note, reply } from './ticket-support.ts';

const colours = (at: Locator) =>
  at.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return { backgroundColor, color };
  });

/** The chosen one has another background; tints do not show here. */
async function expectToldApart(chosen: Locator, other: Locator): Promise<void> {
  await expect(chosen).toBeVisible();
  await expect(async () => {
    const [on, off] = [await colours(chosen), await colours(other)];
    expect(on.backgroundColor).not.toBe(off.backgroundColor);
    expect(on.backgroundColor).not.toMatch(/, 0\)$/);
    expect(on.color).not.toBe(on.backgroundColor);
  }).toPass();
}

const navigation = (page: Page) => page.getByRole('navigation').first();
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test('forced colours: the chosen tab, page, row and kind of answer are recognisable', async ({ page, site }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const [, ticket] = await makeTickets(site, 2);
  await signIn(page, site, { path: `/inbox?order_by=created&ticket=${ticket?.id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  const settings = navigation(page).getByRole('link', { name: /^Settings/ });
  await settings.hover();
  await expectToldApart(navigation(page).locator('[aria-current="page"]').first(), settings);
  await expectToldApart(page.getByRole('radio', { name: 'Timeline' }), page.getByRole('radio', { name: /^Comments/ }));

  const bar = (at: Locator) => at.evaluate((element) => getComputedStyle(element, '::before').width);
  await expect(row(page, 1)).toBeVisible();
  await expect.poll(() => bar(row(page, 0))).toBe('6px');
  await expect.poll(() => bar(row(page, 1))).not.toBe('6px');
  await row(page, 1).focus();
  await page.keyboard.press('x');
  await expect.poll(() => bar(row(page, 1))).toBe('6px');
  await expectToldApart(row(page, 1).getByRole('checkbox'), row(page, 0).getByRole('checkbox'));

  // A note is not to be published by mistake: its tab, its box and its button say what it is.
  const box = (field: Locator) => field.locator('xpath=ancestor::*[contains(@class, "border")][1]');
  await expectToldApart(tab(page, 'Public reply'), tab(page, 'Internal note'));
  await expect(box(reply(page))).toHaveCSS('border-top-style', 'solid');
  const sends = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(sends('Send reply')).toBeVisible();
  await tab(page, 'Internal note').click();
  await expectToldApart(tab(page, 'Internal note'), tab(page, 'Public reply'));
  await expect(box(note(page))).toHaveCSS('border-top-style', 'double');
  await expect(sends('Add note')).toBeVisible();
  await expect(sends('Send reply')).toHaveCount(0);
  await note(page).focus();
  await expect(box(note(page))).toHaveCSS('outline-style', 'solid');
});
