import type { ServerResponse } from 'node:http';
import { settled } from '#e2e/support/settled.ts';
import type { TamperedCall } from '#e2e/support/tampering-proxy.ts';
import { expect, test } from '#e2e/support/test.ts';
import { passOn, refuse } from './bulk-support.ts';
import { grid, row } from './inbox-support.ts';
import { showNew, stored } from './verbs-support.ts';

function isPatch(call: TamperedCall): boolean {
  return call.resource === 'ticket' && call.query.get('id') === null;
}

test('IN-14, IN-17: E resolves, is saved, goes to the next row, and the row leaves the list; undone from its toast and by Ctrl Z, with the times as they were', async ({
  page,
  site,
}) => {
  const [first, second] = await showNew(page, site, 'Saddle squeak', 3);
  const [id, number] = [first?.id ?? '', first?.number];
  await expect(row(page, 0)).toContainText(`#${number}`);
  await page.keyboard.press('e');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  // The focus stays with its ticket when the one above it leaves.
  await expect(row(page, 0)).toBeFocused();
  await expect(row(page, 0)).toContainText(`#${second?.number}`);
  const resolved = await stored(site, id);
  expect(resolved.status).toBe('resolved');
  expect(resolved.resolved_utc).not.toBeNull();

  await expect(page.getByText(`#${number} resolved`)).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(async () => (await stored(site, id)).status).toBe('open');
  expect((await stored(site, id)).resolved_utc).toBeNull();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  await expect(row(page, 0)).toContainText(`#${number}`);
  await row(page, 0).focus();
  await page.keyboard.press('p');
  await expect(page.getByText(`#${number} set to pending`)).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await stored(site, id)).status).toBe('open');
  // Said when its answer is there, and not by the undo before.
  await expect(page.getByText(`Undone: #${number} set to pending`)).toBeVisible();
  await expect(page.getByText(`#${number}: change undone`)).toBeAttached();
  // There is nothing more to undo.
  await settled(page);
  const { version } = await stored(site, id);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Nothing to undo')).toBeAttached();
  await settled(page);
  expect((await stored(site, id)).version).toBe(version);
});

test('IN-15: a change is drawn at once; a refused one says why, one whose answer was lost is "Not saved", and Retry makes it once', async ({
  page,
  site,
  between,
  problems,
}) => {
  // The first answer was taken on the way: the service has saved the change, and says so to the second try.
  problems.allow(/500|409/, /ERR_EMPTY_RESPONSE|ERR_CONNECTION/);
  const [first, second, third] = await showNew(page, { ...site, url: between.url }, 'Bent derailleur', 3);
  const status = async (ticket: typeof first) => (await stored(site, ticket?.id ?? '')).status;
  const waiting: ServerResponse[] = [];
  between.tamper = (call, response) => isPatch(call) && waiting.push(response) > 0;
  await page.keyboard.press('p');
  // Nothing has been answered yet.
  await expect(row(page, 0).getByRole('img', { name: 'Pending' })).toBeVisible();
  await expect(row(page, 0)).toContainText('Saving');
  await expect.poll(() => waiting.length).toBe(1);
  between.tamper = (call, response) => isPatch(call) && refuse(response, 500, 'internal_error');
  const [held] = waiting;
  if (held !== undefined) refuse(held, 500, 'internal_error');
  await expect(row(page, 0)).toContainText('The service had an error');
  await expect(row(page, 0).getByRole('img', { name: 'Open' })).toBeVisible();
  between.tamper = null;
  await page.getByRole('button', { name: `Try the change to #${first?.number} again` }).click();
  await expect.poll(() => status(first)).toBe('pending');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');

  await expect(row(page, 0)).toContainText(`#${second?.number}`);
  await row(page, 0).focus();
  between.tamper = (call, response) => {
    if (!isPatch(call)) return false;
    response.destroy();
    return true;
  };
  await page.keyboard.press('p');
  await expect(row(page, 0)).toContainText('Not saved. No connection');
  await expect.poll(() => status(second)).toBe('pending');
  const { version } = await stored(site, second?.id ?? '');
  between.tamper = null;
  await page.getByRole('button', { name: `Try the change to #${second?.number} again` }).click();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '1');
  expect(await stored(site, second?.id ?? '')).toMatchObject({ status: 'pending', version });

  // Ctrl Z undoes a change whose answer was lost.
  await row(page, 0).focus();
  between.tamper = (call, response) => {
    if (!isPatch(call)) return false;
    response.destroy();
    return true;
  };
  await page.keyboard.press('p');
  await expect(row(page, 0)).toContainText('Not saved');
  await expect.poll(() => status(third)).toBe('pending');
  between.tamper = null;
  await page.keyboard.press('Control+z');
  await expect.poll(() => status(third)).toBe('open');
  await expect(row(page, 0)).not.toContainText('Not saved');
});

test('a refused change off screen is named in a toast that opens its ticket; on screen its row says so alone', async ({
  page,
  site,
  between,
  problems,
}) => {
  problems.allow(/status of 400/);
  await page.setViewportSize({ width: 1440, height: 500 });
  const made = await showNew(page, { ...site, url: between.url }, 'Loose bell', 14);
  const held: (() => void)[] = [];
  between.tamper = (call, response) => isPatch(call) && held.push(() => refuse(response, 400, 'bad_field')) > 0;
  await page.keyboard.press('p');
  await expect.poll(() => held.length).toBe(1);
  held.pop()?.();
  await expect(row(page, 0)).toContainText('not now');
  const told = (at: number) => page.getByText(`Couldn’t change #${made[at]?.number}: not now`);
  const way = page.getByRole('button', { name: 'Open ticket' });
  await expect(told(0)).toBeAttached();
  await expect(way).toHaveCount(0);

  await row(page, 1).focus();
  await page.keyboard.press('p');
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press('End');
  await expect(row(page, 13)).toBeFocused();
  held.pop()?.();
  await expect(told(1)).toBeVisible();
  await way.click();
  const ticket = page.getByRole('region', { name: 'Ticket', exact: true });
  await expect(ticket.getByRole('heading', { name: 'Loose bell number 2' })).toBeVisible();
  await expect(ticket.getByText('not now')).toBeVisible();
});

test('a change by someone else is never overwritten unasked; a slow answer never overwrites a newer choice', async ({
  page,
  site,
  between,
  problems,
}) => {
  problems.allow(/409/);
  const [first] = await showNew(page, { ...site, url: between.url }, 'Cracked rim', 2);
  const id = Number(first?.id);
  const priority = async () => (await stored(site, id)).priority;
  const shown = (name: string) => row(page, 0).getByRole('img', { name });
  // The page must not have refetched the change.
  await settled(page);
  await site.call('PATCH', 'ticket', { body: { id, priority: 'urgent' }, token: site.tokens.agent });
  await page.keyboard.press('Shift+P');
  await page.keyboard.press('4');
  await expect(row(page, 0)).toContainText('Changed by someone else');
  expect(await priority()).toBe('urgent');
  await expect(shown('Urgent')).toBeVisible();
  await page.getByRole('button', { name: `Try the change to #${first?.number} again` }).click();
  await expect.poll(priority).toBe('low');
  // A change of another field is no conflict.
  await site.call('PATCH', 'ticket', { body: { id, tags: 'drivetrain' } });
  await row(page, 0).focus();
  await page.keyboard.press('Shift+P');
  await page.keyboard.press('2');
  await expect.poll(() => stored(site, id)).toMatchObject({ priority: 'high', tags: 'drivetrain' });
  await expect(shown('High')).toBeVisible();
  await settled(page);

  const held: (() => void)[] = [];
  between.tamper = (call, response) => isPatch(call) && held.push(() => passOn(call, response)) > 0;
  await page.keyboard.press('Shift+P');
  await page.keyboard.press('1');
  await expect(shown('Urgent')).toBeVisible();
  await expect.poll(() => held.length).toBe(1);
  expect(await priority()).toBe('urgent');
  await page.keyboard.press('Shift+P');
  await page.keyboard.press('4');
  // No other priority than these two has a sign in the list.
  await expect(shown('Urgent')).toHaveCount(0);
  between.tamper = null;
  held[0]?.();
  await expect.poll(priority).toBe('low');
  await expect(row(page, 0)).toContainText('Saved');
  await expect(shown('Urgent')).toHaveCount(0);
});

test('IN-30: one key a verb, by the keyboard alone, and the palette acts on the ticket in hand', async ({
  page,
  site,
}) => {
  const [first, second] = await showNew(page, site, 'Rusty chain', 3);
  const id = first?.id ?? '';
  await page.keyboard.press('a');
  await expect(page.getByRole('option', { name: /Robin Tester/ })).toBeVisible();
  await page.keyboard.press('2');
  await page.keyboard.press('a');
  await expect(page.getByRole('option', { name: /Robin Tester/ })).toBeVisible();
  await page.keyboard.press('1');
  await expect.poll(async () => (await stored(site, id)).assignee_name).toBe('Robin Tester');
  await expect(row(page, 0)).toBeFocused();
  await page.keyboard.press('t');
  await page.getByRole('combobox', { name: 'Find or add a tag' }).fill('new chain');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await stored(site, id)).tags).toBe('new chain');
  await page.keyboard.press('z');
  await page.keyboard.press('2');
  await expect.poll(async () => (await stored(site, id)).snoozed_until_utc ?? null).toMatch(/T09:00:00\.000Z$/);
  // Done with for now: on to the next one, and back.
  await expect(row(page, 1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(row(page, 0)).toBeFocused();
  await page.keyboard.press('Shift+P');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored(site, id)).priority).toBe('high');
  await page.keyboard.press('p');
  await expect.poll(async () => (await stored(site, id)).status).toBe('pending');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');

  await expect(row(page, 0)).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('set to pending');
  await expect(page.getByRole('option', { name: /Mark as pending/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored(site, second?.id ?? '')).status).toBe('pending');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '1');

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox').first()).toBeFocused();
  // Once for the words, once for the field.
  await page.getByRole('heading', { name: 'Inbox' }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Resolve and next');
});
