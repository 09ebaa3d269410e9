import type { Locator } from '@playwright/test';
import { row } from '#e2e/inbox/inbox-support.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { makeTicket, note, reply, test } from './ticket-support.ts';

const background = (at: Locator) => at.evaluate((element) => getComputedStyle(element).backgroundColor);

/** The chosen one stands out by its background, which no tint does here. */
async function expectToldApart(chosen: Locator, other: Locator): Promise<void> {
  await expect(chosen).toBeVisible();
  const [on, off] = [await background(chosen), await background(other)];
  expect(on).not.toBe(off);
  expect(on).not.toMatch(/, 0\)$/);
  const [back, front] = await chosen.evaluate((element) => {
    const { backgroundColor, color } = getComputedStyle(element);
    return [backgroundColor, color];
  });
  expect(front).not.toBe(back);
}

test('forced colours: the chosen tab, page, row and kind of answer are told apart', async ({ page, service }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const word = `Forced ${Date.now()}`;
  await makeTicket(service, { subject: `${word} other` });
  const { id } = await makeTicket(service, { subject: word });
  await signIn(page, service, { path: `/inbox?q=${encodeURIComponent(word)}&order_by=created&ticket=${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  const navigation = page.getByRole('navigation').first();
  await navigation.getByRole('link', { name: /^Settings/ }).hover();
  await expectToldApart(
    navigation.locator('[aria-current="page"]').first(),
    navigation.getByRole('link', { name: /^Settings/ }),
  );
  await expectToldApart(page.getByRole('radio', { name: 'Timeline' }), page.getByRole('radio', { name: /^Comments/ }));

  const bar = (at: Locator) => at.evaluate((element) => getComputedStyle(element, '::before').width);
  await expect(row(page, 0)).toBeVisible();
  expect(await bar(row(page, 0))).toBe('6px');
  expect(await bar(row(page, 1))).not.toBe('6px');
  await row(page, 1).focus();
  await page.keyboard.press('x');
  await expect.poll(() => bar(row(page, 1))).toBe('6px');
  await expectToldApart(row(page, 1).getByRole('checkbox'), row(page, 0).getByRole('checkbox'));

  // A note is not to be published by mistake: its tab, its box and its button say what it is.
  const tab = (name: string) => page.getByRole('tab', { name });
  const box = (field: Locator) => field.locator('xpath=ancestor::*[contains(@class, "border")][1]');
  const border = (field: Locator) => box(field).evaluate((element) => getComputedStyle(element).borderTopStyle);
  await expectToldApart(tab('Public reply'), tab('Internal note'));
  expect(await border(reply(page))).toBe('solid');
  const sends = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(sends('Send reply')).toBeVisible();
  await tab('Internal note').click();
  await expectToldApart(tab('Internal note'), tab('Public reply'));
  expect(await border(note(page))).toBe('double');
  await expect(sends('Add note')).toBeVisible();
  await expect(sends('Send reply')).toHaveCount(0);
  await note(page).focus();
  expect(await box(note(page)).evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');

  await page.goto('/settings/appearance');
  await expectToldApart(page.getByRole('radio', { name: 'System' }), page.getByRole('radio', { name: 'Dark' }));
});

test('forced colours: the page one is on, at the foot of a phone', { tag: '@phone' }, async ({ page, service }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, service, { path: '/inbox' });
  const tabs = page.getByRole('navigation');
  await expectToldApart(tabs.getByRole('link', { name: 'Inbox' }), tabs.getByRole('link', { name: 'Customers' }));
});
