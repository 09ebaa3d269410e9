import type { Page } from '@playwright/test';
import { grid, row } from '#e2e/inbox/inbox-support.ts';
import { makeTickets, type MadeTicket } from '#e2e/support/builders.ts';
import { intercept } from '#e2e/support/intercept.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answersOf, heading, reply, statusesOf } from './ticket-support.ts';

/** Tickets in the order of the list: who waits longest comes first. */
async function openList(page: Page, site: OwnSite, names: readonly string[]): Promise<MadeTicket[]> {
  const made = await makeTickets(
    site,
    names.map((subject) => ({ subject })),
  );
  await signIn(page, site, { path: '/inbox' });
  await expect(subjects(page)).toHaveText([...names]);
  return made;
}

const subjects = (page: Page) => grid(page).locator('[data-row]').getByRole('link');

test('IN-17: Resolve and a reply that resolves show the next ticket, once; a reply alone moves no row; a late answer does not change the ticket on screen', async ({
  page,
  site,
}) => {
  const made = await openList(page, site, ['Alpha', 'Beta', 'Gamma', 'Delta']);
  await row(page, 0).click();
  await expect(heading(page, 'Alpha')).toBeVisible();
  await page.getByRole('button', { name: /^Resolve/ }).dblclick();
  await expect(heading(page, 'Beta')).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  await settled(page);
  await expect(heading(page, 'Beta')).toBeVisible();
  expect(await statusesOf(site, made)).toEqual(['resolved', 'open', 'open', 'open']);

  await page.keyboard.press('Shift+R');
  await reply(page).fill('On its way');
  await page.keyboard.press('Control+Enter');
  await expect(row(page, 0)).toContainText('Replied');
  await settled(page);
  // It keeps its place until the list is sorted again.
  await expect(subjects(page)).toHaveText(['Beta', 'Gamma', 'Delta']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(heading(page, 'Gamma')).toBeVisible();
  await expect(row(page, 1)).toBeFocused();

  const late = Promise.withResolvers<void>();
  await intercept(page, /resource=ticket_comments/, async (route) => {
    const answer = await route.fetch();
    await late.promise;
    await route.fulfill({ response: answer });
  });
  await page.keyboard.press('Shift+R');
  await reply(page).fill('Done');
  await page.keyboard.press('Control+Shift+Enter');
  // It does not wait for the answer.
  await expect(heading(page, 'Delta')).toBeVisible();
  await expect.poll(() => statusesOf(site, made)).toEqual(['resolved', 'open', 'resolved', 'open']);
  late.resolve();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await settled(page);
  await expect(heading(page, 'Delta')).toBeVisible();
  expect(await answersOf(site, made[1]?.id ?? 0)).toEqual(['On its way']);
});
