import type { Page } from '@playwright/test';
import { grid, row } from '#e2e/inbox/inbox-support.ts';
import { makeTicket, makeTickets, type MadeTicket } from '#e2e/support/builders.ts';
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

test('a reply moves no row: Esc and J lead to the ticket that was next', async ({ page, site }) => {
  const [first] = await openList(page, site, ['Alpha', 'Beta', 'Gamma']);
  await page.keyboard.press('j');
  await expect(heading(page, 'Alpha')).toBeVisible();
  await page.keyboard.press('Shift+R');
  await reply(page).fill('On its way');
  await page.keyboard.press('Control+Enter');
  await expect(reply(page)).toHaveValue('');
  await expect(row(page, 0)).toContainText('Replied');
  await settled(page);
  // It keeps its place until the list is sorted again.
  await expect(subjects(page)).toHaveText(['Alpha', 'Beta', 'Gamma']);
  await expect(grid(page).getByText('Replied', { exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(heading(page, 'Beta')).toBeVisible();
  await expect(row(page, 1)).toBeFocused();
  await page.keyboard.press('r');
  await expect(subjects(page)).toHaveText(['Beta', 'Gamma', 'Alpha']);
  expect(await answersOf(site, first?.id ?? 0)).toEqual(['On its way']);
});

test('a click on Resolve shows the next ticket, and a double click resolves one', async ({ page, site }) => {
  const made = await openList(page, site, ['Alpha', 'Beta', 'Gamma', 'Delta']);
  await row(page, 0).click();
  await expect(heading(page, 'Alpha')).toBeVisible();
  await page.getByRole('button', { name: /^Resolve/ }).dblclick();
  await expect(heading(page, 'Beta')).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  await settled(page);
  await expect(heading(page, 'Beta')).toBeVisible();
  expect(await statusesOf(site, made)).toEqual(['resolved', 'open', 'open', 'open']);
  // No ticket is skipped.
  await page.keyboard.press('j');
  await expect(heading(page, 'Gamma')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('resolve');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Delta')).toBeVisible();
  await expect.poll(() => statusesOf(site, made)).toEqual(['resolved', 'open', 'resolved', 'open']);
});

test('send and resolve shows the next ticket, once; a late answer does not change the ticket on screen', async ({
  page,
  site,
}) => {
  const made = await openList(page, site, ['Alpha', 'Beta', 'Gamma', 'Delta']);
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+R');
  await reply(page).fill('Done');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(heading(page, 'Beta')).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  await expect(row(page, 0)).toBeFocused();
  await settled(page);
  await expect(heading(page, 'Beta')).toBeVisible();
  // The next answer comes late.
  const late = Promise.withResolvers<void>();
  await intercept(page, /resource=ticket_comments/, async (route) => {
    const answer = await route.fetch();
    await late.promise;
    await route.fulfill({ response: answer });
  });
  await page.keyboard.press('Shift+R');
  await reply(page).fill('Done as well');
  await page.keyboard.press('Control+Shift+Enter');
  // It does not wait for the answer.
  await expect(heading(page, 'Gamma')).toBeVisible();
  await expect.poll(() => statusesOf(site, made)).toEqual(['resolved', 'resolved', 'open', 'open']);
  late.resolve();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await settled(page);
  await expect(heading(page, 'Gamma')).toBeVisible();
});

test('a ticket that is not in the list has no next one', async ({ page, site }) => {
  const made = await makeTickets(site, [
    { subject: 'Alpha', status: 'pending' },
    { subject: 'Beta', status: 'pending' },
  ]);
  const elsewhere = await makeTicket(site, { subject: 'Elsewhere' });
  await signIn(page, site, { path: `/inbox?status=pending&ticket=${elsewhere.id}` });
  await expect(heading(page, 'Elsewhere')).toBeVisible();
  await expect(row(page, 1)).toBeVisible();
  await page.getByRole('button', { name: /^Resolve/ }).click();
  await expect(page.getByRole('button', { name: /^Reopen/ })).toBeVisible();
  await expect.poll(() => statusesOf(site, [elsewhere, ...made])).toEqual(['resolved', 'pending', 'pending']);
  await settled(page);
  await expect(heading(page, 'Elsewhere')).toBeVisible();
});

test('on a phone the next ticket takes the place of the resolved one', { tag: '@phone' }, async ({ page, site }) => {
  const made = await makeTickets(site, [{ subject: 'Alpha' }, { subject: 'Beta' }]);
  await signIn(page, site, { path: '/inbox' });
  await row(page, 0).tap();
  await expect(heading(page, 'Alpha')).toBeVisible();
  await page.getByRole('button', { name: /^Resolve/ }).tap();
  await expect(heading(page, 'Beta')).toBeVisible();
  await expect.poll(() => statusesOf(site, made)).toEqual(['resolved', 'open']);
});
