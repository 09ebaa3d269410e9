import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { storedTickets } from '#e2e/inbox/bulk-support.ts';
import { grid, row } from '#e2e/inbox/inbox-support.ts';
import { makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { Site } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { slowDown, typeKeys } from '#tools/keys/type-keys.ts';

const LIST = 'order_by=created&dir=asc&group=none';

const heading = (page: Page, n: number) =>
  page.getByRole('heading', { level: 1, name: `Ticket number ${n}`, exact: true });
const next = (page: Page) => page.getByRole('button', { name: 'Next ticket' });
const previous = (page: Page) => page.getByRole('button', { name: 'Previous ticket' });

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

/** The statuses on the service, in the order of the list. */
async function ticketsOf(site: Site) {
  const { json } = await site.call('GET', 'tickets', { query: { limit: '200' } });
  return Stored.parse(json).items.toSorted((a, b) => a.id - b.id);
}

/** Opens the first ticket of the list on its own page. */
async function openFirst(page: Page, site: Site, count: number, more = ''): Promise<void> {
  await signIn(page, site, { path: `/inbox?${LIST}${more}` });
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(count));
  await row(page, 0).click();
  await page.getByRole('button', { name: 'Open on its own page' }).click();
  await expect(heading(page, 1)).toBeVisible();
}

test('IN-17: the page of a ticket has next and previous of the list that it was opened from, also after a reload', async ({
  page,
  site,
}) => {
  const [first, second, third] = await makeTickets(site, 4);
  await openFirst(page, site, 4);
  await expect(page).toHaveURL(new RegExp(`/tickets/${first?.id}$`));
  await expect(page.getByText('1 of 4', { exact: true })).toBeVisible();
  await expect(previous(page)).toHaveAttribute('aria-disabled', 'true');
  await checkA11y(page);
  await next(page).click();
  await expect(heading(page, 2)).toBeVisible();
  await expect(next(page)).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.getByText('3 of 4', { exact: true })).toBeVisible();
  await page.keyboard.press('k');
  await expect(heading(page, 2)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/tickets/${second?.id}$`));
  await page.reload();
  await expect(page.getByText('2 of 4', { exact: true })).toBeVisible();
  await page.keyboard.press('e');
  await expect(heading(page, 3)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/tickets/${third?.id}$`));
  await expect.poll(() => statuses(site)).toEqual(['open', 'resolved', 'open', 'open']);
  // The resolved one leaves the list.
  await expect(page.getByText('2 of 3', { exact: true })).toBeVisible();
  // A reply that resolves shows the next ticket too, with the focus on the page.
  await page.keyboard.press('Shift+R');
  await page.getByRole('textbox', { name: 'Public reply' }).fill('We send a new one.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(heading(page, 4)).toBeVisible();
  await expect(next(page)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(grid(page)).toBeVisible();
});

test('IN-17: a ticket of a link has no list, and E stays on it', async ({ page, site }) => {
  const [first] = await makeTickets(site, 2);
  await signIn(page, site, { path: `/tickets/${first?.id}` });
  await expect(heading(page, 1)).toBeVisible();
  await expect(next(page)).toHaveCount(0);
  await page.keyboard.press('e');
  await expect.poll(() => statuses(site)).toEqual(['resolved', 'open']);
  await settled(page);
  await expect(heading(page, 1)).toBeVisible();
});

test(
  'IN-17: fifty tickets by keys, typed at once on a slow machine: each settled once and none skipped',
  { tag: '@alone' },
  async ({ page, site }) => {
    // 51 tickets, each read and changed at a quarter of the speed.
    test.setTimeout(240_000);
    await makeTickets(site, 51);
    await openFirst(page, site, 51, '&status=all');
    await settled(page);
    const slow = await slowDown(page, 4);
    const verbs = [
      ['e', 'resolved'],
      ['p', 'pending'],
      ['shift+e', 'closed'],
      ['e', 'resolved'],
      ['j', 'open'],
    ] as const;
    const strokes = Array.from({ length: 50 }, (_, n) => verbs[n % verbs.length]?.[0] ?? '');
    await typeKeys(page, strokes, () => 0);
    await expect(heading(page, 51)).toBeVisible({ timeout: 90_000 });
    await slow.detach();
    const wanted = Array.from({ length: 50 }, (_, n) => verbs[n % verbs.length]?.[1] ?? '');
    await expect.poll(() => statuses(site), { timeout: 60_000 }).toEqual([...wanted, 'open']);
  },
);

test(
  'IN-17: pickers, replies and verbs typed without a pause: each is for the ticket that was at hand, and no key is text',
  { tag: '@alone' },
  async ({ page, site }) => {
    test.setTimeout(180_000);
    await makeTickets(site, 10);
    await openFirst(page, site, 10, '&status=all');
    // The lists that the pickers offer are loaded once the page is idle.
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
    await typeKeys(page, strokes, () => 30);
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  test(
    'GX-15: twenty tickets by touch on a slow machine: each tap on Resolve resolves the visible ticket and shows the next',
    { tag: '@alone' },
    async ({ page, site }) => {
      // 21 tickets, each read and changed at a quarter of the speed.
      test.setTimeout(120_000);
      const [first] = await makeTickets(site, 21);
      await signIn(page, site, { path: `/inbox?status=all&${LIST}&ticket=${first?.id}` });
      const slow = await slowDown(page, 4);
      const resolve = page.getByRole('button', { name: /^Resolve/ });
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
    },
  );
});
