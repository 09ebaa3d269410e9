import type { Page } from '@playwright/test';
import { expectParam, expectTotal, grid, row } from './inbox-support.ts';
import { makeTickets } from '#e2e/support/builders.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import type { Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Opens a list in which `spokes` finds two tickets. */
async function openList(page: Page, site: Site): Promise<void> {
  await makeTickets(site, [{ subject: 'Loose spokes' }, { subject: 'Flat tyre' }, { subject: 'Broken spokes' }]);
  await signIn(page, site, { path: '/inbox?status=all' });
  await expectTotal(page, 3);
}

/** Holds the answers for a word. @returns releases them */
async function holdSearch(page: Page, word: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await intercept(page, new RegExp(`resource=tickets&.*q=${word}`), async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test('IN-01: Enter and Down go to the results, Esc keeps the text, a second Esc clears it, and without a result the focus stays in the field', async ({
  page,
  site,
}) => {
  await openList(page, site);
  const box = page.getByRole('searchbox', { name: 'Search tickets' });
  const release = await holdSearch(page, 'spokes');
  const asked = page.waitForRequest(/resource=tickets&.*q=spokes/);
  await page.keyboard.press('/');
  await page.keyboard.type('spokes');
  await page.keyboard.press('Enter');
  await expectParam(page, 'q', 'spokes');
  await asked;
  // The rows of the previous list are skipped.
  await expect(box).toBeFocused();
  release();
  await expectTotal(page, 2);
  await expect(row(page, 0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 1)).toBeFocused();

  await page.keyboard.press('/');
  await expect(box).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 0)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Ticket', exact: true })).toBeFocused();
  await page.goBack();
  await expect(row(page, 0)).toBeFocused();
  await expect(box).toHaveValue('spokes');

  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await expect(row(page, 0)).toBeFocused();
  await expect(box).toHaveValue('spokes');
  await expectParam(page, 'q', 'spokes');
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('');
  await expect(box).toBeFocused();
  await expectParam(page, 'q', null);

  // Another key between two Esc: the search stays.
  await page.keyboard.type('spokes');
  await expectTotal(page, 2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 1)).toBeFocused();
  await page.keyboard.press('Escape');
  await settled(page);
  await expect(box).toHaveValue('spokes');

  await box.fill('nowhere');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^No tickets match/)).toBeVisible();
  await expect(box).toBeFocused();
  await expect(grid(page)).toHaveCount(0);
});
