import { makeTickets } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectTotal, grid, row } from './inbox-support.ts';

const COUNT = 14;

test('a message covers no row: the list ends above it, and has its room back once the message is gone', async ({
  page,
  site,
  clock,
}) => {
  await clock.holdTimers(page);
  await page.setViewportSize({ width: 800, height: 500 });
  await makeTickets(site, COUNT);
  await signIn(page, site, { path: '/inbox' });
  await expectTotal(page, COUNT);
  const scroller = grid(page).locator('[data-scroller]');
  const toast = page.getByRole('status').filter({ hasText: 'set to pending' }).locator('> div');
  const bottomOf = (box: { y: number; height: number } | null) => (box?.y ?? 0) + (box?.height ?? 0);
  const before = await scroller.boundingBox();
  await row(page, 0).focus();
  await page.keyboard.press('End');
  await expect(row(page, COUNT - 1)).toBeFocused();
  await page.keyboard.press('p');
  await expect(toast).toBeVisible();
  const covered = async () => bottomOf(await scroller.boundingBox()) - ((await toast.boundingBox())?.y ?? 0);
  await expect.poll(covered).toBeLessThanOrEqual(0);
  // The row that has the focus is fully visible.
  const focused = grid(page).locator('[data-row]:focus');
  await expect(focused).toHaveCount(1);
  const hidden = async () => bottomOf(await focused.boundingBox()) - bottomOf(await scroller.boundingBox());
  await expect.poll(hidden).toBeLessThanOrEqual(1);
  await clock.leap(page, 16_000);
  await expect(toast).toBeHidden();
  await expect.poll(async () => (await scroller.boundingBox())?.height).toBe(before?.height);
});
