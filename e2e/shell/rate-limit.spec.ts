import { countStored, makeTickets, panel, pressAndConfirm, selectListed } from '#e2e/inbox/bulk-support.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

test(
  'GX-09: a job leaves a part of the allowance to people, whose own calls go first',
  { tag: '@document' },
  async ({ page, site }) => {
    // Without bulk changes each ticket is a call of its own.
    const count = 120;
    await makeTickets(site, 'Hub needs grease', count);
    const { token } = await site.issueToken({ label: 'Few calls', rateLimitPerMin: 120 });
    let sent = 0;
    let refused = 0;
    page.on('request', (request) => (sent += request.method() === 'PATCH' ? 1 : 0));
    page.on('response', (response) => (refused += response.status() === 429 ? 1 : 0));
    await signIn(page, site, { token, path: '/inbox?status=all' });
    await selectListed(page, count);
    await pressAndConfirm(page, 'p', 'Set 120 tickets to pending');
    await expect(panel(page)).toContainText(
      'At most 90 of your API token’s 120 calls a minute. Your own clicks go first.',
    );
    await expect.poll(() => sent).toBeGreaterThanOrEqual(60);
    const listed = page.waitForResponse(/resource=tickets&/);
    await page.keyboard.press('r');
    expect((await listed).status()).toBe(200);
    await panel(page).getByRole('button', { name: 'Stop' }).click();
    await expect(panel(page)).toContainText(/Stopped\. \d+ were left as they were\./);
    expect(await countStored(site, ({ status }) => status === 'pending')).toBe(sent);
    expect(sent).toBeLessThanOrEqual(90);
    expect(refused).toBe(0);
    await expect(panel(page)).toContainText(`Stopped. ${count - sent} were left as they were.`);
  },
);
