import type { Page } from '@playwright/test';
import { grid, row } from '#e2e/inbox/inbox-support.ts';
import { makeTickets, type MadeTicket } from '#e2e/support/builders.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answersOf, changeElsewhere, reply, statusesOf } from './ticket-support.ts';

const toast = (page: Page, words: string) => page.getByText(words, { exact: true });

type Four = readonly [MadeTicket, MadeTicket, MadeTicket, MadeTicket];

/** Four tickets in the order in which they came, with the first focused. */
async function openList(page: Page, site: OwnSite): Promise<Four> {
  const made = await makeTickets(site, 4);
  await signIn(page, site, { path: '/inbox?group=none&order_by=created&dir=asc' });
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '4');
  await row(page, 0).focus();
  return made as [MadeTicket, MadeTicket, MadeTicket, MadeTicket];
}

test('IN-14: Ctrl Z walks back through single and bulk changes, and a sent reply stays', async ({ page, site }) => {
  const made = await openList(page, site);
  const [first, second] = made;
  await page.keyboard.press('e');
  await expect(toast(page, `#${first.number} resolved`)).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+R');
  await reply(page).fill('A new one is on its way.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(
    page.getByText(`Reply sent, #${second.number} resolved. The reply stays sent if you undo.`),
  ).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await row(page, 0).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('p');
  await expect(toast(page, '2 tickets set to pending')).toBeVisible();
  await expect.poll(() => statusesOf(site, made)).toEqual(['resolved', 'resolved', 'pending', 'pending']);
  // Only the newest is offered, once.
  await expect(page.getByRole('status').getByRole('button', { name: /^Undo/ })).toHaveCount(1);

  await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(site, made)).toEqual(['resolved', 'resolved', 'open', 'open']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(site, made)).toEqual(['resolved', 'open', 'open', 'open']);
  expect(await answersOf(site, second.id)).toEqual(['A new one is on its way.']);
  await expect(page.getByText(new RegExp(`^Undone: .*#${second.number} resolved`))).toBeVisible();

  // However long ago it was.
  await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(site, made)).toEqual(['open', 'open', 'open', 'open']);
});

test('IN-14: Ctrl Z leaves a change alone that someone else has overwritten since, and says so until it was read', async ({
  page,
  site,
}) => {
  const made = await openList(page, site);
  const [, second, , fourth] = made;
  for (const [at, { number }] of made.slice(0, 3).entries()) {
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(4 - at));
    await page.keyboard.press('e');
    await expect(toast(page, `#${number} resolved`)).toBeVisible();
  }
  // The change elsewhere comes after all three answers.
  await settled(page);
  await changeElsewhere(site, second.id, { priority: 'urgent' });
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(site, made)).toEqual(['open', 'resolved', 'open', 'open']);
  const kept = toast(page, `#${second.number} wasn’t undone: someone has changed it since`);
  await expect(kept).toBeVisible();
  // Rows that come back move the others.
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  await grid(page)
    .getByRole('row')
    .filter({ hasText: `#${fourth.number}` })
    .focus();
  await page.keyboard.press('e');
  await expect(toast(page, `#${fourth.number} resolved`)).toBeVisible();
  await expect(kept).toBeVisible();
});
