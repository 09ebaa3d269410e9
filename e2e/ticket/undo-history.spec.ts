import type { Page } from '@playwright/test';
import type { TestService } from '#e2e/support/service.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { grid, row } from '#e2e/inbox/inbox-support.ts';
import { answersOf, changeElsewhere, makeTicket, readTicket, reply, test } from './ticket-support.ts';

const history = (page: Page) => page.getByRole('dialog', { name: 'Undo history' });
const lines = (page: Page) => history(page).getByRole('listitem');
const statusesOf = async (service: TestService, ids: readonly number[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await readTicket(service, id)).status));

async function openList(page: Page, service: TestService, word: string, names: readonly string[]) {
  const made = [];
  for (const name of names) made.push(await makeTicket(service, { subject: `${name} ${word}` }));
  await signIn(page, service, { path: `/inbox?q=${word}&group=none&order_by=created&dir=asc` });
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(names.length));
  await row(page, 0).focus();
  return made;
}

async function openHistory(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('undo history');
  await expect(page.getByRole('option', { name: /^Undo history/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(history(page)).toBeVisible();
}

test('IN-34: Ctrl Z walks back through single and bulk changes, a sent reply stays, and a reload loses nothing', async ({
  page,
  service,
}) => {
  const made = await openList(page, service, 'walkback', ['Alpha', 'Beta', 'Gamma', 'Delta']);
  const ids = made.map(({ id }) => id);
  const numbers = made.map(({ ticket_number: number }) => number);
  await page.keyboard.press('e');
  await expect(page.getByText(`#${numbers[0]} resolved`, { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+R');
  await reply(page).fill('A new one is on its way.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(page.getByText(`Reply sent, #${numbers[1]} resolved. The reply has already been sent.`)).toBeVisible();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await row(page, 0).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('p');
  await expect(page.getByText('2 tickets set to pending', { exact: true })).toBeVisible();
  expect(await statusesOf(service, ids)).toEqual(['resolved', 'resolved', 'pending', 'pending']);
  // Only the newest is offered, once.
  await expect(page.getByRole('status').getByRole('button', { name: /^Undo/ })).toHaveCount(1);

  await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(service, ids)).toEqual(['resolved', 'resolved', 'open', 'open']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(service, ids)).toEqual(['resolved', 'open', 'open', 'open']);
  expect(await answersOf(service, ids[1] ?? 0)).toEqual(['A new one is on its way.']);
  await expect(page.getByText(new RegExp(`^Undone: .*#${numbers[1]} resolved`))).toBeVisible();

  await page.reload();
  await expect(row(page, 0)).toBeVisible();
  await openHistory(page);
  await expect(lines(page)).toHaveCount(3);
  await expect(lines(page).nth(0)).toContainText('Undone');
  await expect(lines(page).nth(1)).toContainText('The reply has already been sent.');
  await checkA11y(page);
  // The one that is left has the focus.
  await expect(lines(page).nth(2).getByRole('button', { name: 'Undo', exact: true })).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(service, ids)).toEqual(['open', 'open', 'open', 'open']);
  await expect(history(page).getByRole('status')).toHaveText('There is nothing left to undo.');
});

test('IN-34: the history says what somebody else changed since, and undoes several at once', async ({
  page,
  service,
}) => {
  const made = await openList(page, service, 'lookback', ['Alpha', 'Beta', 'Gamma', 'Delta']);
  const [alpha, beta, gamma] = made.map(({ id }) => id) as [number, number, number];
  for (const at of [0, 1, 2]) {
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(4 - at));
    await page.keyboard.press('e');
    await expect(page.getByText(`#${made[at]?.ticket_number} resolved`, { exact: true })).toBeVisible();
  }
  await changeElsewhere(service, beta, { priority: 'urgent' });
  await page.reload();
  await expect(grid(page)).toBeVisible();
  // No toast names a change any more: the key shows the history first.
  await page.keyboard.press('Control+z');
  await expect(history(page).getByRole('status')).toHaveText('2 changes can be undone.');
  const line = lines(page).filter({ hasText: `#${made[1]?.ticket_number}` });
  await expect(line).toContainText('Changed by someone since, so it stays as it is.');
  await expect(line.getByRole('button', { name: /^Undo(?! this)/ })).toHaveAttribute('aria-disabled', 'true');
  await lines(page).nth(2).getByRole('button', { name: 'Undo this and the newer one' }).click();
  await expect.poll(() => statusesOf(service, [alpha, beta, gamma])).toEqual(['open', 'resolved', 'open']);
  await expect(line).toContainText('it stayed as it was.');
  await expect(lines(page).filter({ hasText: 'Undone' })).toHaveCount(2);
});

test('IN-34: an undo whose answer never came counts after a reload', async ({ page, service, between, problems }) => {
  // The service answers that the change was undone already, which the browser notes by itself.
  problems.allow(/409 \(Conflict\)/);
  const made = await openList(page, { ...service, url: between.url }, 'cutoff', ['Alpha', 'Beta']);
  const ids = made.map(({ id }) => id);
  await page.keyboard.press('e');
  await expect(page.getByText(`#${made[0]?.ticket_number} resolved`, { exact: true })).toBeVisible();
  between.tamper = ({ resource }) => resource === 'tickets_undo';
  await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(service, ids)).toEqual(['open', 'open']);
  between.tamper = null;
  await page.reload();
  await expect(grid(page)).toBeVisible();
  await openHistory(page);
  await expect(lines(page)).toContainText('Undone');
  await expect(history(page).getByRole('status')).toHaveText('There is nothing left to undo.');
});

test('Ctrl Z waits for a change that is on its way, and does not take back the one before', async ({
  page,
  service,
  between,
}) => {
  const made = await openList(page, { ...service, url: between.url }, 'inflight', ['Alpha', 'Beta']);
  const ids = made.map(({ id }) => id);
  await page.keyboard.press('e');
  await expect(page.getByText(`#${made[0]?.ticket_number} resolved`, { exact: true })).toBeVisible();
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  between.tamper = ({ resource, answer }, response) => {
    if (resource !== 'ticket' || isHeld || !answer.text.includes('"status":"pending"')) return false;
    isHeld = true;
    void held.promise.then(() => response.writeHead(200, { 'content-type': 'application/json' }).end(answer.text));
    return true;
  };
  await page.keyboard.press('p');
  await expect.poll(() => isHeld).toBe(true);
  await page.keyboard.press('Control+z');
  held.resolve();
  await expect.poll(() => statusesOf(service, ids)).toEqual(['resolved', 'open']);
});
