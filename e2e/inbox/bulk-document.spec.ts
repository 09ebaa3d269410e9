import { countStored, makeTickets, panel, selectAll } from './bulk-support.ts';
import { grid, row } from './inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { startTamperingProxy } from '#e2e/support/tampering-proxy.ts';

test(
  'a service without bulk changes: one call a ticket, a 429 is waited for, old values are written back',
  { tag: '@document' },
  async ({ page, service, problems }) => {
    problems.allow(/status of 429/);
    const proxy = await startTamperingProxy(service.url);
    try {
      const words = 'Spoke nipple rusty';
      await makeTickets(service, words, 12);
      await selectAll(page, { ...service, url: proxy.url }, words, { count: 12 });
      let refused = 0;
      proxy.tamper = (call, response) => {
        if (call.resource !== 'ticket' || call.query.get('id') !== null || refused > 0) return false;
        refused += 1;
        response
          .writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' })
          .end(JSON.stringify({ ok: false, error: { code: 'rate_limited', message: 'too many calls' } }));
        return true;
      };
      await page.keyboard.press('e');
      await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('All 12 are now resolved.');
      expect(refused).toBe(1);
      await expect(panel(page)).toContainText('Status was open.');
      await expect(panel(page)).toContainText('with new resolved times');
      expect(await countStored(service, words, ({ status }) => status === 'resolved')).toBe(12);
      await panel(page).getByRole('button', { name: 'Undo 12' }).click();
      await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('All 12 are as before.');
      expect(await countStored(service, words, ({ status }) => status === 'open')).toBe(12);
    } finally {
      await proxy.close();
    }
  },
);

test(
  'on a phone the job is a sheet over the list, half the height or all of it',
  { tag: '@phone' },
  async ({ page, service }) => {
    const words = 'Brake lever loose';
    await makeTickets(service, words, 3);
    await signIn(page, service, { path: `/inbox?status=all&q=${encodeURIComponent(words)}` });
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
    await row(page, 0).focus();
    const bar = page.getByRole('toolbar', { name: 'Change the selected tickets' });
    await expect(async () => {
      await page.keyboard.press('Control+a');
      await expect(bar).toBeVisible({ timeout: 500 });
    }).toPass();
    await bar.getByRole('button', { name: 'Priority' }).tap();
    await page.getByRole('option', { name: 'High' }).tap();
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('All 3 now have high priority.');
    const half = await panel(page).boundingBox();
    await page.getByRole('button', { name: 'Show more of the bulk change' }).tap();
    await expect
      .poll(async () => (await panel(page).boundingBox())?.height ?? 0)
      .toBeGreaterThan((half?.height ?? 0) + 80);
    await checkA11y(page);
    await panel(page).getByRole('button', { name: 'Undo 3' }).tap();
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('All 3 are as before.');
    expect(await countStored(service, words, ({ priority }) => priority === 'normal')).toBe(3);
    await panel(page).getByRole('button', { name: 'Close' }).tap();
    await expect(panel(page)).toBeHidden();
  },
);
