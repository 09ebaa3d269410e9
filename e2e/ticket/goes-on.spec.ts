import type { Page } from '@playwright/test';
import type { TestService } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { answersOf, makeTicket, readTicket, reply, test } from './ticket-support.ts';
import { grid, row } from '#e2e/inbox/inbox-support.ts';

/** Tickets that a search finds alone, in the order of the list: who waits longest comes first. */
async function openList(page: Page, service: TestService, word: string, names: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) ids.push((await makeTicket(service, { subject: `${name} ${word}` })).id);
  await signIn(page, service, { path: `/inbox?q=${word}` });
  await expect(row(page, names.length - 1).getByRole('link', { name: `${names.at(-1)} ${word}` })).toBeVisible();
  return ids;
}

const subjects = (page: Page): Promise<string[]> =>
  grid(page).locator('[data-row]').getByRole('link').allTextContents();
const heading = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Ticket', exact: true }).getByRole('heading', { name, exact: true });
const statusesOf = async (service: TestService, ids: readonly number[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await readTicket(service, id)).status));
/** The list was read anew after a change. */
const listRead = (page: Page) => page.waitForResponse(/resource=tickets&.*q=/);

test('a reply moves no row: Esc and J lead to the ticket that was next', async ({ page, service }) => {
  const [first = 0] = await openList(page, service, 'stayput', ['Alpha', 'Beta', 'Gamma']);
  await page.keyboard.press('j');
  await expect(heading(page, 'Alpha stayput')).toBeVisible();
  await page.keyboard.press('Shift+R');
  await reply(page).fill('On its way');
  const read = listRead(page);
  await page.keyboard.press('Control+Enter');
  await expect(reply(page)).toHaveValue('');
  await read;
  await expect(row(page, 0)).toContainText('Replied');
  // It is among those that wait until somebody asks for another order.
  expect(await subjects(page)).toEqual(['Alpha stayput', 'Beta stayput', 'Gamma stayput']);
  await expect(grid(page).getByText('Replied', { exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(heading(page, 'Beta stayput')).toBeVisible();
  await expect(row(page, 1)).toBeFocused();
  await page.keyboard.press('r');
  await expect.poll(() => subjects(page)).toEqual(['Beta stayput', 'Gamma stayput', 'Alpha stayput']);
  expect(await answersOf(service, first)).toEqual(['On its way']);
});

test('Resolve goes on to the next ticket by the mouse too, and a second click does nothing', async ({
  page,
  service,
}) => {
  const ids = await openList(page, service, 'bymouse', ['Alpha', 'Beta', 'Gamma', 'Delta']);
  await row(page, 0).click();
  await expect(heading(page, 'Alpha bymouse')).toBeVisible();
  await page.getByRole('button', { name: /^Resolve/ }).dblclick();
  await expect(heading(page, 'Beta bymouse')).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  await expect(heading(page, 'Beta bymouse')).toBeVisible();
  expect(await statusesOf(service, ids)).toEqual(['resolved', 'open', 'open', 'open']);
  // Nobody is skipped.
  await page.keyboard.press('j');
  await expect(heading(page, 'Gamma bymouse')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('resolve');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Delta bymouse')).toBeVisible();
  await expect.poll(() => statusesOf(service, ids)).toEqual(['resolved', 'open', 'resolved', 'open']);
});

test('send and resolve goes on, once; the answer of a ticket that was left moves nobody', async ({ page, service }) => {
  const ids = await openList(page, service, 'sendresolve', ['Alpha', 'Beta', 'Gamma', 'Delta']);
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+R');
  await reply(page).fill('Done');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(heading(page, 'Beta sendresolve')).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  await expect(row(page, 0)).toBeFocused();
  await expect(heading(page, 'Beta sendresolve')).toBeVisible();
  // The next answer comes late.
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/resource=ticket_comments/, async (route) => {
    const answer = await route.fetch();
    await released;
    await route.fulfill({ response: answer });
  });
  await page.keyboard.press('Shift+R');
  await reply(page).fill('Done as well');
  await page.keyboard.press('Control+Shift+Enter');
  await expect.poll(() => statusesOf(service, ids)).toEqual(['resolved', 'resolved', 'open', 'open']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(heading(page, 'Gamma sendresolve')).toBeVisible();
  release();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(heading(page, 'Gamma sendresolve')).toBeVisible();
});

test('a ticket that does not stand in the list has no next one', async ({ page, service }) => {
  const { id } = await makeTicket(service, { subject: 'Elsewhere' });
  const ids = await openList(page, service, 'notlisted', ['Alpha', 'Beta']);
  await page.goto(`${service.url}/inbox?q=notlisted&ticket=${id}`);
  await expect(heading(page, 'Elsewhere')).toBeVisible();
  await expect(row(page, 1)).toBeVisible();
  await page.getByRole('button', { name: /^Resolve/ }).click();
  await expect(page.getByRole('button', { name: /^Reopen/ })).toBeVisible();
  await expect.poll(async () => (await readTicket(service, id)).status).toBe('resolved');
  await expect(heading(page, 'Elsewhere')).toBeVisible();
  expect(await statusesOf(service, ids)).toEqual(['open', 'open']);
});

test('on a phone the next ticket takes the place of the resolved one', { tag: '@phone' }, async ({ page, service }) => {
  const ids = await openList(page, service, 'byfinger', ['Alpha', 'Beta']);
  await row(page, 0).tap();
  await expect(heading(page, 'Alpha byfinger')).toBeVisible();
  await page.getByRole('button', { name: /^Resolve/ }).tap();
  await expect(heading(page, 'Beta byfinger')).toBeVisible();
  await expect.poll(() => statusesOf(service, ids)).toEqual(['resolved', 'open']);
});
