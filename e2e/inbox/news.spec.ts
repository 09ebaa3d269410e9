import type { Locator, Page } from '@playwright/test';
import { expectTotal, firstIds, row, topOf } from './inbox-support.ts';
import { makeTicket, makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import type { TestClock } from '#e2e/support/test-clock.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Opens a list and waits until it has read its newest tickets. */
async function openList(page: Page, site: Site, { path, clock }: { readonly path: string; readonly clock: TestClock }) {
  await clock.holdTimers(page);
  const read = page.waitForResponse((response) => /resource=tickets&.*limit=20/.test(response.url()));
  await signIn(page, site, { path });
  await expect(row(page, 0)).toBeVisible();
  await page.clock.runFor(2_000);
  await read;
}

/** Advances the page's clock until the line appears: the first poll may still be running. */
async function waitForPoll(page: Page, line: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(31_000);
    await expect(line).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test.describe('new tickets', () => {
  test('IN-31: new tickets are announced, appear on request, and move nothing before; a changed row is updated in place', async ({
    page,
    site,
    clock,
  }) => {
    const made = await makeTickets(site, 5);
    await openList(page, site, { path: '/inbox', clock });
    const before = await firstIds(page, 5);
    const top = await topOf(row(page, 0));
    await site.call('PATCH', 'ticket', { body: { id: made[2]?.id, priority: 'urgent' } });
    await makeTickets(site, [
      { subject: 'The bell does not ring' },
      { subject: 'The saddle is loose' },
      { subject: 'Another filter would match this', priority: 'urgent' },
    ]);
    const line = page.getByRole('button', { name: '3 new tickets, show' });
    await waitForPoll(page, line);
    await expect(row(page, 2).getByRole('img', { name: 'Urgent' })).toBeVisible();
    await expect.poll(() => firstIds(page, 5)).toEqual(before);
    await expect.poll(() => topOf(row(page, 0))).toBe(top);
    await expect(page.getByRole('status').filter({ hasText: '3 new tickets' }).first()).toBeAttached();
    await checkA11y(page);
    await line.press('Enter');
    await expect(line).toHaveCount(0);
    await expectTotal(page, 8);
    await expect(page.getByRole('row', { name: /Another filter would match this/ })).toBeFocused();
    // Shown tickets are no longer new.
    await makeTicket(site);
    await waitForPoll(page, page.getByRole('button', { name: '1 new ticket, show' }));
  });
});
