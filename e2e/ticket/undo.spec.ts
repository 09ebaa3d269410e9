import type { Page } from '@playwright/test';
import { grid, row } from '#e2e/inbox/inbox-support.ts';
import { stored } from '#e2e/inbox/verbs-support.ts';
import { makeTicket, makeTickets, type MadeTicket } from '#e2e/support/builders.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import {
  answersOf,
  changeElsewhere,
  readTicket,
  reply,
  setUrgentBeforeReplyGoes,
  statusesOf,
} from './ticket-support.ts';

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

test('IN-14: Ctrl Z skips a change that someone else has overwritten since, leaves it, and says so', async ({
  page,
  site,
}) => {
  const made = await openList(page, site);
  const [, second] = made;
  for (const [at, { number }] of made.slice(0, 3).entries()) {
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(4 - at));
    await page.keyboard.press('e');
    await expect(toast(page, `#${number} resolved`)).toBeVisible();
  }
  // What is changed elsewhere comes after all three answers.
  await settled(page);
  await changeElsewhere(site, second.id, { priority: 'urgent' });
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(site, made)).toEqual(['open', 'resolved', 'open', 'open']);
  await expect(toast(page, `#${second.number} wasn’t undone: someone has changed it since`)).toBeVisible();
});

test.describe('with a message that waits', () => {
  test.use({ undoSendSeconds: '30' });

  test('IN-14: Ctrl Z undoes a change behind which only a message of one’s own has changed the ticket', async ({
    page,
    site,
  }) => {
    const { id } = await makeTicket(site);
    await signIn(page, site, { path: `/tickets/${id}` });
    await setUrgentBeforeReplyGoes(page, site, id);
    await settled(page);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await readTicket(site, id)).priority).toBe('normal');
    expect(await statusesOf(site, [{ id }])).toEqual(['resolved']);
  });
});

test('IN-14: a reopened ticket that is resolved again by Ctrl Z was resolved when it had been', async ({
  page,
  site,
  clock,
}) => {
  const { id } = await clock.as(`${clock.date(3)}T09:30:00Z`, async () => {
    const made = await makeTicket(site);
    await changeElsewhere(site, made.id, { status: 'resolved' });
    return made;
  });
  const before = await stored(site, id);
  expect(before.resolved_utc).toContain(clock.date(3));
  await signIn(page, site, { path: `/tickets/${id}` });
  await expect(reply(page)).toBeVisible();
  await settled(page);
  await page.keyboard.press('o');
  await expect.poll(() => stored(site, id)).toMatchObject({ status: 'open', resolved_utc: null });
  await settled(page);
  await page.keyboard.press('Control+z');
  const { status, resolved_utc } = before;
  await expect.poll(() => stored(site, id)).toMatchObject({ status, resolved_utc });
});

test('IN-14: that a change was not taken back is said for as long as it may not have been read', async ({
  page,
  site,
}) => {
  const [first, second] = await openList(page, site);
  await page.keyboard.press('e');
  await expect(toast(page, `#${first.number} resolved`)).toBeVisible();
  await settled(page);
  await changeElsewhere(site, first.id, { priority: 'urgent' });
  await page.keyboard.press('Control+z');
  await expect(toast(page, `#${first.number} wasn’t undone: someone has changed it since`)).toBeVisible();
  await page.keyboard.press('e');
  await expect(toast(page, `#${second.number} resolved`)).toBeVisible();
  await expect(toast(page, `#${first.number} wasn’t undone: someone has changed it since`)).toBeVisible();
});

test('IN-14: Ctrl Z means a change that is on its way and shows it undone at once, also where its own answer never came', async ({
  page,
  site,
  between,
  problems,
}) => {
  // The service answers that the change was undone already, which the browser notes by itself.
  problems.allow(/409 \(Conflict\)/);
  const made = await openList(page, { ...site, url: between.url });
  await page.keyboard.press('e');
  await expect(toast(page, `#${made[0].number} resolved`)).toBeVisible();
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
  // Before any answer.
  await expect(page.getByText(`Undone: #${made[1].number} set to pending`)).toBeVisible();
  held.resolve();
  await expect.poll(() => statusesOf(site, made)).toEqual(['resolved', 'open', 'open', 'open']);

  between.tamper = ({ resource }) => resource === 'tickets_undo';
  await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(site, made)).toEqual(['open', 'open', 'open', 'open']);
});
