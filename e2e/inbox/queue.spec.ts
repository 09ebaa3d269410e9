import type { Page } from '@playwright/test';
import { makeTicket, makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { Site } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { storedTickets } from './bulk-support.ts';
import { grid, row } from './inbox-support.ts';

const strip = (page: Page) => page.getByRole('navigation', { name: 'Handled so far' });
const ticket = (page: Page) => page.getByRole('region', { name: 'Ticket of the queue' });
const heading = (page: Page, n: number) =>
  ticket(page).getByRole('heading', { name: `Ticket number ${n}`, exact: true });

const statuses = async (site: Site): Promise<string[]> =>
  (await storedTickets(site)).toSorted((a, b) => a.id - b.id).map(({ status }) => status);

const LIST = 'order_by=created&dir=asc';

async function openList(page: Page, site: Site, count: number): Promise<void> {
  await signIn(page, site, { path: `/inbox?${LIST}&group=none` });
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(count));
  await row(page, 0).focus();
}

/** As slow as a phone of some years ago. */
async function slowDown(page: Page): Promise<{ readonly end: () => Promise<void> }> {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return {
    end: async () => {
      await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    },
  };
}

test('IN-33: a list is worked through one ticket at a time, keeps its set, and ends with figures that add up', async ({
  page,
  site,
}) => {
  // How fast this person was with the last tickets: two minutes each.
  await page.addInitScript(() => {
    localStorage['support-console:queue-pace'] ??= '[110000,120000,130000]';
  });
  const made = await makeTickets(site, 7);
  await openList(page, site, 7);
  await page.keyboard.press('q');
  await expect(heading(page, 1)).toBeVisible();
  await expect(page).toHaveURL(/\/queue\?.*order_by=created.*&at=[0-9]+$/);
  await expect(page.getByText('1 of 7, about 14 min left', { exact: true })).toBeVisible();
  await page.keyboard.press('e');
  await expect(heading(page, 2)).toBeVisible();
  // A reply that resolves goes on too.
  await page.keyboard.press('Shift+R');
  await page.getByRole('textbox', { name: 'Public reply' }).fill('We send a new one.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(heading(page, 3)).toBeVisible();
  await page.keyboard.press('j');
  await expect(heading(page, 4)).toBeVisible();
  // Snoozed, from its menu.
  await page.keyboard.press('z');
  await page.getByRole('option').first().click();
  await expect(heading(page, 5)).toBeVisible();
  // What somebody else settles meanwhile is said and passed over; what is new is not taken in.
  await site.call('PATCH', 'ticket', { token: site.tokens.agent, body: { id: made[5]?.id, status: 'closed' } });
  await makeTicket(site);
  await page.reload();
  await expect(heading(page, 5)).toBeVisible();
  await expect(page.getByText(/^5 of 7/)).toBeVisible();
  await expect(strip(page).getByRole('button')).toHaveCount(4);
  // What became of the next ticket is known then; a quicker hand is shown the closed one.
  await settled(page);
  await page.keyboard.press('p');
  await expect(page.getByText(/was settled by somebody else and is passed over\.$/)).toBeVisible();
  await expect(heading(page, 7)).toBeVisible();
  await checkA11y(page);
  // Back over what was handled, and on again.
  await strip(page).getByRole('button').first().click();
  await expect(heading(page, 1)).toBeVisible();
  await page.keyboard.press('j');
  await expect(heading(page, 7)).toBeVisible();
  await page.keyboard.press('Shift+E');
  await expect(page.getByRole('heading', { name: '7 tickets were in the queue.' })).toBeFocused();
  const sum = '2 resolved, 1 closed, 1 set to pending, 1 snoozed, 1 settled by somebody else, 1 skipped.';
  await expect(page.getByText(sum)).toBeVisible();
  // What the page counts is its own; the last of the changes may still be on its way.
  await expect
    .poll(() => statuses(site))
    .toEqual(['resolved', 'resolved', 'open', 'open', 'pending', 'closed', 'closed', 'open']);
  // What is undone is to be done again.
  await page.keyboard.press('Control+z');
  await expect(page.getByText('1 not handled yet', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Go on with the one left' }).click();
  await expect(heading(page, 7)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(grid(page)).toBeVisible();
  await expect(page).toHaveURL(/\/inbox\?/);
});

test('the queue of a link is made anew from its filters, and says so', async ({ page, site }) => {
  const [, second] = await makeTickets(site, 3);
  await signIn(page, site, { path: `/queue?${LIST}&at=${second?.number}` });
  await expect(page.getByText(/^This queue was made anew from its filters/)).toBeVisible();
  await expect(heading(page, 2)).toBeVisible();
  await page.goto(`${site.url}/queue?q=nothing-is-called-so`);
  await expect(page.getByText('No ticket matches this list.')).toBeVisible();
});

test(
  'IN-34: fifty tickets by keys, typed at once on a slow machine: each settled once, none skipped, and all taken back',
  { tag: '@alone' },
  async ({ page, site }) => {
    // 51 tickets, each read, changed and taken back at a quarter of the speed.
    test.setTimeout(240_000);
    await makeTickets(site, 51);
    await openList(page, site, 51);
    await page.keyboard.press('q');
    await expect(heading(page, 1)).toBeVisible();
    const slow = await slowDown(page);
    const verbs = [
      ['e', 'resolved'],
      ['p', 'pending'],
      ['Shift+E', 'closed'],
      ['e', 'resolved'],
      ['j', 'open'],
    ] as const;
    for (let n = 0; n < 50; n += 1) await page.keyboard.press(verbs[n % verbs.length]?.[0] ?? '');
    // All is done in time, however busy the machine is.
    await expect(heading(page, 51)).toBeVisible({ timeout: 90_000 });
    const wanted = Array.from({ length: 50 }, (_, n) => verbs[n % verbs.length]?.[1] ?? '');
    await expect.poll(() => statuses(site), { timeout: 60_000 }).toEqual([...wanted, 'open']);
    await expect(strip(page).getByRole('button')).toHaveCount(50);
    await slow.end();
    await page.getByRole('button', { name: 'Undo history' }).click();
    await page.getByRole('button', { name: 'Undo all 40 changes' }).click();
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('There is nothing left to undo.', {
      timeout: 60_000,
    });
    expect(await statuses(site)).toEqual(Array<string>(51).fill('open'));
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  test(
    'GX-15: twenty tickets by touch on a slow machine: each tap on Resolve settles the ticket in sight and goes on, and all are taken back',
    { tag: '@alone' },
    async ({ page, site }) => {
      // 21 tickets, each read, changed and taken back at a quarter of the speed.
      test.setTimeout(120_000);
      const [first] = await makeTickets(site, 21);
      await signIn(page, site, { path: `/queue?${LIST}&at=${first?.number}` });
      const slow = await slowDown(page);
      const resolve = ticket(page).getByRole('button', { name: /^Resolve/ });
      let tappedAt = -1_000;
      for (let n = 1; n <= 20; n += 1) {
        await expect(heading(page, n)).toBeVisible();
        // Two taps within 400 ms are one gesture.
        await page.waitForFunction((since) => performance.now() - since > 450, tappedAt);
        await resolve.tap();
        tappedAt = await page.evaluate(() => performance.now());
      }
      await expect(heading(page, 21)).toBeVisible();
      await slow.end();
      await expect.poll(() => statuses(site)).toEqual([...Array<string>(20).fill('resolved'), 'open']);
      // The message of the last change covers no button of the reply.
      const message = page
        .getByRole('status')
        .filter({ hasText: /resolved/ })
        .last();
      const button = page.getByRole('button', { name: /^(?:Public reply|Reply)/ }).first();
      const gap = async (): Promise<number> => {
        const [above, below] = await Promise.all([message.boundingBox(), button.boundingBox()]);
        if (above === null || below === null) return -1;
        return below.y - above.y - above.height;
      };
      await expect.poll(gap).toBeGreaterThanOrEqual(0);
      await page.getByRole('button', { name: 'Undo history' }).tap();
      await page.getByRole('button', { name: 'Undo all 20 changes' }).tap();
      await expect(page.getByRole('dialog').getByRole('status')).toHaveText('There is nothing left to undo.', {
        timeout: 60_000,
      });
      expect(await statuses(site)).toEqual(Array<string>(21).fill('open'));
    },
  );
});
