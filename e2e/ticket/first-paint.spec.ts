import type { Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import { holdCalls } from '#e2e/support/hold-calls.ts';
import { settled } from '#e2e/support/settled.ts';
import type { Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { countShifts, shifts } from './layout-shifts.ts';

const edges = (page: Page, selector: string, pseudo = '') =>
  page.locator(selector).evaluate((element, name) => {
    const { left, top, height } = element.getBoundingClientRect();
    const high = name === '' ? height : Number.parseFloat(getComputedStyle(element, name).height);
    return [left, top, top + high].map(Math.round);
  }, pseudo);

/** Reloads the page and holds back every ticket until the skeleton is measured. */
async function expectSkeletonOfItsSize(page: Page): Promise<void> {
  await expect(page.getByRole('article')).toHaveCount(1);
  await settled(page);
  const wanted = await edges(page, '[data-ticket-head]');
  const release = await holdCalls(page, /resource=tickets?&/);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('.ticket-skeleton')).toBeVisible();
  await expect.poll(() => edges(page, '.ticket-skeleton', '::before')).toEqual(wanted);
  release();
  await expect(page.getByRole('article')).toHaveCount(1);
  await settled(page);
  await expect.poll(() => shifts(page)).toBeLessThanOrEqual(0.01);
  await page.unrouteAll();
}

async function openTicket(page: Page, site: Site, path: string): Promise<void> {
  const { id } = await makeTicket(site);
  await countShifts(page);
  await signIn(page, site, { path: `${path}${id}` });
}

test('a ticket named in the address has a skeleton of its size', async ({ page, site }) => {
  await openTicket(page, site, '/inbox?ticket=');
  await expect(page).toHaveTitle(/Support Console$/);
  await expectSkeletonOfItsSize(page);
});
