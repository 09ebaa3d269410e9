import type { Locator, Page } from '@playwright/test';
import { countTickets, expectTotal, firstIds, row } from './inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Lets half minutes pass on the page's clock until the line is there: its first check may still be on its way. */
async function waitForPoll(page: Page, line: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(31_000);
    await expect(line).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test.describe('new tickets', () => {
  test(
    'IN-31: are told, come in when asked, and move nothing before',
    { tag: ['@desktop', '@document', '@phone'] },
    async ({ page, ownService, hasTouch }) => {
      await page.clock.install();
      const create = (subject: string, priority = 'normal') =>
        ownService.call('POST', 'tickets', { body: { subject, priority, channel: 'email' } });
      const read = page.waitForResponse((response) => /resource=tickets&.*limit=20/.test(response.url()));
      await signIn(page, ownService, { path: '/inbox' });
      await expect(row(page, 0)).toBeVisible();
      await page.clock.runFor(2_000);
      await read;
      const before = await firstIds(page, 5);
      const top = (await row(page, 0).boundingBox())?.y;
      const total = await countTickets(ownService, { status: 'open' });
      await create('The bell does not ring');
      await create('The saddle is loose');
      await create('Another filter would match this', 'urgent');
      const line = page.getByRole('button', { name: '3 new tickets, show' });
      await waitForPoll(page, line);
      expect(await firstIds(page, 5)).toEqual(before);
      expect((await row(page, 0).boundingBox())?.y).toBe(top);
      await expect(page.getByRole('status').filter({ hasText: '3 new tickets' }).first()).toBeAttached();
      await checkA11y(page);
      if (hasTouch) await line.tap();
      else await line.press('Enter');
      await expect(line).toHaveCount(0);
      await expectTotal(page, total + 3);
      await expect(page.getByRole('row', { name: /Another filter would match this/ })).toBeFocused();
      await page.clock.runFor(31_000);
      await expect(page.getByRole('button', { name: /new ticket/ })).toHaveCount(0);
      // Its service ends before the page does, and polling would miss it.
      await page.close();
    },
  );

  test('IN-31: only those that the filters let through, and R shows them too', async ({ page, ownService }) => {
    await page.clock.install();
    const read = page.waitForResponse((response) => /resource=tickets&.*limit=20/.test(response.url()));
    await signIn(page, ownService, { path: '/inbox?priority=urgent' });
    await expect(row(page, 0)).toBeVisible();
    await page.clock.runFor(2_000);
    await read;
    const total = await countTickets(ownService, { status: 'open', priority: 'urgent' });
    await ownService.call('POST', 'tickets', { body: { subject: 'Quiet', priority: 'low' } });
    await ownService.call('POST', 'tickets', { body: { subject: 'The frame broke', priority: 'urgent' } });
    await waitForPoll(page, page.getByRole('button', { name: '1 new ticket, show' }));
    await page.keyboard.press('r');
    await expect(page.getByRole('button', { name: /new ticket/ })).toHaveCount(0);
    await expectTotal(page, total + 1);
    await page.close();
  });
});
