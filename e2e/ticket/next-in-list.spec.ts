import type { Page } from '@playwright/test';
import { storedTickets } from '#e2e/inbox/bulk-support.ts';
import { grid, row } from '#e2e/inbox/inbox-support.ts';
import { makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { Site } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const LIST = 'order_by=created&dir=asc&group=none';

const heading = (page: Page, n: number) =>
  page.getByRole('heading', { level: 1, name: `Ticket number ${n}`, exact: true });
const next = (page: Page) => page.getByRole('button', { name: 'Next ticket' });
const previous = (page: Page) => page.getByRole('button', { name: 'Previous ticket' });

/** The statuses on the service, in the order of the list. */
const statuses = async (site: Site): Promise<string[]> =>
  (await storedTickets(site)).toSorted((a, b) => a.id - b.id).map(({ status }) => status);

/** Opens the first ticket of the list on its own page. */
async function openFirst(page: Page, site: Site, count: number): Promise<void> {
  await signIn(page, site, { path: `/inbox?${LIST}` });
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

  // A ticket of a link has no list, and E stays on it.
  await page.goto(`/tickets/${first?.id}`);
  await expect(heading(page, 1)).toBeVisible();
  await expect(next(page)).toHaveCount(0);
  await page.keyboard.press('e');
  await expect.poll(() => statuses(site)).toEqual(['resolved', 'resolved', 'resolved', 'open']);
  await settled(page);
  await expect(heading(page, 1)).toBeVisible();
});

test(
  'GX-15, IN-17: on a phone each tap on Resolve resolves the visible ticket and shows the next',
  { tag: '@phone' },
  async ({ page, site }) => {
    const [first] = await makeTickets(site, 4);
    await signIn(page, site, { path: `/inbox?${LIST}&ticket=${first?.id}` });
    const resolve = page.getByRole('button', { name: /^Resolve/ });
    let tappedAt = -1_000;
    for (let n = 1; n <= 3; n += 1) {
      await expect(heading(page, n)).toBeVisible();
      // Two taps within 400 ms are one gesture.
      await page.waitForFunction((since) => performance.now() - since > 450, tappedAt);
      await resolve.tap();
      tappedAt = await page.evaluate(() => performance.now());
    }
    await expect(heading(page, 4)).toBeVisible();
    await expect.poll(() => statuses(site)).toEqual(['resolved', 'resolved', 'resolved', 'open']);
    // The message of the last change covers no button of the reply.
    const message = page
      .getByRole('status')
      .filter({ hasText: /resolved/ })
      .last();
    const button = page.getByRole('button', { name: /^(?:Public reply|Reply)/ }).first();
    const gap = async (): Promise<number> => {
      const [above, below] = await Promise.all([message.boundingBox(), button.boundingBox()]);
      return above === null || below === null ? -1 : below.y - above.y - above.height;
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
  },
);
