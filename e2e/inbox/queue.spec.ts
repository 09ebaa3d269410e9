import type { Page } from '@playwright/test';
import { slowDown, typeKeys } from '#tools/keys/type-keys.ts';
import * as z from 'zod/mini';
import { makeTicket, makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { holdCalls } from '#e2e/support/hold-calls.ts';
import type { Site } from '#e2e/support/service.ts';
import { intercept } from '#e2e/support/intercept.ts';
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

const Stored = z.object({
  items: z.array(
    z.object({
      id: z.number(),
      status: z.string(),
      priority: z.string(),
      assignee_name: z.nullable(z.string()),
      tags: z.nullable(z.string()),
      snoozed_until_utc: z.nullable(z.string()),
    }),
  ),
});

/** What the service has, in the order of the queue. */
async function ticketsOf(site: Site) {
  const { json } = await site.call('GET', 'tickets', { query: { limit: '200' } });
  return Stored.parse(json).items.toSorted((a, b) => a.id - b.id);
}

const LIST = 'order_by=created&dir=asc';

async function openList(page: Page, site: Site, count: number, more = ''): Promise<void> {
  await signIn(page, site, { path: `/inbox?${LIST}&group=none${more}` });
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(count));
  await row(page, 0).focus();
}

const AT_ONCE = () => 0;
const PACE_MS = () => 30;

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
  await expect(page.getByText(/was already closed by someone else, so it was skipped\.$/)).toBeVisible();
  await expect(heading(page, 7)).toBeVisible();
  await checkA11y(page);
  // Back over what was handled, and on again.
  await strip(page).getByRole('button').first().click();
  await expect(heading(page, 1)).toBeVisible();
  await page.keyboard.press('j');
  await expect(heading(page, 7)).toBeVisible();
  await page.keyboard.press('Shift+E');
  await expect(page.getByRole('heading', { name: '7 tickets were in the queue.' })).toBeFocused();
  const sum = '2 resolved, 1 closed, 1 set to pending, 1 snoozed, 1 already closed by someone else, 1 skipped.';
  await expect(page.getByText(sum)).toBeVisible();
  // What the page counts is its own; the last of the changes may still be on its way.
  await expect
    .poll(() => statuses(site))
    .toEqual(['resolved', 'resolved', 'open', 'open', 'pending', 'closed', 'closed', 'open']);
  // What is undone is to be done again.
  await page.keyboard.press('Control+z');
  await expect(page.getByText('1 not handled yet', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Continue with the last one' }).click();
  await expect(heading(page, 7)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(grid(page)).toBeVisible();
  await expect(page).toHaveURL(/\/inbox\?/);
});

test('the queue of a link is made anew from its filters, and says so', async ({ page, site }) => {
  const [, second] = await makeTickets(site, 3);
  await signIn(page, site, { path: `/queue?${LIST}&at=${second?.number}` });
  await expect(page.getByText(/^This queue was rebuilt from its filters/)).toBeVisible();
  await expect(heading(page, 2)).toBeVisible();
  await page.goto(`${site.url}/queue?q=nothing-is-called-so`);
  await expect(page.getByText('No ticket matches this list.')).toBeVisible();
});

test('IN-33: whoever is faster than the rest of the list waits for it, and is not at the end', async ({
  page,
  site,
}) => {
  await makeTickets(site, 4);
  // Beyond its first page the list is on its way.
  const release = await holdCalls(page, /resource=tickets&.*limit=[12]00/);
  await openList(page, site, 4, '&limit=2');
  await page.keyboard.press('q');
  await expect(heading(page, 1)).toBeVisible();
  await page.keyboard.press('e');
  await page.keyboard.press('j');
  await expect(page.getByRole('status', { name: 'Loading the queue' })).toBeVisible();
  await page.keyboard.press('j');
  release();
  await expect(heading(page, 3)).toBeVisible();
  await page.keyboard.press('p');
  await expect(heading(page, 4)).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByText('1 resolved, 1 set to pending, 2 skipped.')).toBeVisible();
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
    const slow = await slowDown(page, 4);
    const verbs = [
      ['e', 'resolved'],
      ['p', 'pending'],
      ['shift+e', 'closed'],
      ['e', 'resolved'],
      ['j', 'open'],
    ] as const;
    const strokes = Array.from({ length: 50 }, (_, n) => verbs[n % verbs.length]?.[0] ?? '');
    await typeKeys(page, strokes, AT_ONCE);
    // All is done in time, however busy the machine is.
    await expect(heading(page, 51)).toBeVisible({ timeout: 90_000 });
    const wanted = Array.from({ length: 50 }, (_, n) => verbs[n % verbs.length]?.[1] ?? '');
    await expect.poll(() => statuses(site), { timeout: 60_000 }).toEqual([...wanted, 'open']);
    await expect(strip(page).getByRole('button')).toHaveCount(50);
    await slow.detach();
    await page.getByRole('button', { name: 'Undo history' }).click();
    await page.getByRole('button', { name: 'Undo all 40 changes' }).click();
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Nothing left to undo.', {
      timeout: 60_000,
    });
    expect(await statuses(site)).toEqual(Array<string>(51).fill('open'));
  },
);

test(
  'IN-33: pickers, replies and verbs typed without a pause: each is for the ticket that was at hand, and no key is text',
  { tag: '@alone' },
  async ({ page, site }) => {
    test.setTimeout(180_000);
    await makeTickets(site, 10);
    await openList(page, site, 10);
    await page.keyboard.press('q');
    await expect(heading(page, 1)).toBeVisible();
    // The lists that the pickers offer are there once the page is idle.
    await settled(page);
    const slow = await slowDown(page, 4);
    const strokes = [
      ...['e', 'a', 'r', 'o', 'b', 'enter', 'p'],
      ...['t', 'x', 'y', 'ctrl+enter', 'j'],
      ...['shift+p', '1', 'a', 'escape', 'e'],
      ...['z', '2'],
      ...['shift+r', 'e', 'j', 'a', 'escape', 'e'],
      ...['shift+n', 'p', 'z', 'ctrl+shift+enter'],
      ...['e', 'p'],
    ];
    await typeKeys(page, strokes, PACE_MS);
    await expect(heading(page, 10)).toBeVisible({ timeout: 30_000 });
    await slow.detach();
    const wanted = [
      { status: 'resolved', assignee_name: null },
      { status: 'pending', assignee_name: 'Robin Tester' },
      { status: 'open', tags: 'xy' },
      { status: 'resolved', priority: 'urgent' },
      { status: 'open', snoozed_until_utc: expect.any(String) },
      { status: 'resolved', tags: null },
      { status: 'resolved', tags: null },
      { status: 'resolved', assignee_name: null },
      { status: 'pending', priority: 'normal' },
      { status: 'open', tags: null },
    ];
    await expect.poll(() => ticketsOf(site), { timeout: 30_000 }).toMatchObject(wanted);
  },
);

test('a queue of a reload does nothing to a ticket whose row it does not know yet, and says so', async ({
  page,
  site,
}) => {
  const [first] = await makeTickets(site, 2);
  await signIn(page, site, { path: `/queue?${LIST}&at=${first?.number}` });
  await expect(heading(page, 1)).toBeVisible();
  const held = Promise.withResolvers<void>();
  await intercept(page, /resource=tickets?(&|$)/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByText('This ticket is still loading, so nothing was changed.')).toBeVisible();
  held.resolve();
  await expect(heading(page, 1)).toBeVisible();
  expect(await statuses(site)).toEqual(['open', 'open']);
  await page.keyboard.press('e');
  await expect(heading(page, 2)).toBeVisible();
});

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
      const slow = await slowDown(page, 4);
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
      await slow.detach();
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
      await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Nothing left to undo.', {
        timeout: 60_000,
      });
      expect(await statuses(site)).toEqual(Array<string>(21).fill('open'));
    },
  );
});
