import type { Page } from '@playwright/test';
import { row } from '#e2e/inbox/inbox-support.ts';
import { makeTickets, type MadeTicket } from '#e2e/support/builders.ts';
import { holdCalls } from '#e2e/support/hold-calls.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { typeKeys } from '#tools/keys/type-keys.ts';
import { note, readTicket, reply, statusesOf } from './ticket-support.ts';

/** Only the row of a ticket is loaded while its answer is held. */
const holdTicket = (page: Page) => holdCalls(page, /resource=ticket&/);

/** Three tickets in the order of the list: who waits longest comes first. */
async function openThree(page: Page, site: OwnSite): Promise<readonly [MadeTicket, MadeTicket, MadeTicket]> {
  const made = await makeTickets(site, [{ subject: 'First' }, { subject: 'Second' }, { subject: 'Third' }]);
  await signIn(page, site, { path: '/inbox' });
  await expect(row(page, 2).getByRole('link', { name: 'Third' })).toBeVisible();
  return made as [MadeTicket, MadeTicket, MadeTicket];
}

const AT_ONCE = () => 0;

const expectOpen = (page: Page, { id }: MadeTicket) => expect(page).toHaveURL(new RegExp(`ticket=${id}\\b`));

test('IN-20: what is typed before the ticket is there goes into the reply, no letter of it is a verb, and the keys that send it send all of it', async ({
  page,
  site,
}) => {
  const tickets = await openThree(page, site);
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${new URL(request.url()).search}`);
  });
  const release = await holdTicket(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+R');
  // Each letter of it is a key of the inbox.
  await page.keyboard.type('Hello peer, a top ozone lz x');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('v');
  expect(changes).toEqual([]);
  await page.keyboard.press('Control+Enter');
  release();
  await expect(page.getByRole('article').last()).toContainText('Hello peer, a top ozone lz v');
  await settled(page);
  expect(changes).toEqual([expect.stringMatching(/^POST .*ticket_comments/)]);
  expect(await statusesOf(site, tickets)).toEqual(['open', 'open', 'open']);
});

test('IN-30: until the names of agents are there, their picker is open and nothing can be chosen', async ({
  page,
  site,
}) => {
  const made = await makeTickets(site, 2);
  const release = await holdCalls(page, /resource=agents/);
  await signIn(page, site, { path: '/inbox' });
  await expect(row(page, 1).getByRole('link', { name: 'Ticket number 2' })).toBeVisible();
  await row(page, 0).focus();
  await typeKeys(page, ['a', '1', 'enter'], AT_ONCE);
  await expect(page.getByRole('dialog')).toBeVisible();
  release();
  await settled(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  for (const { id } of made) expect(await readTicket(site, id)).toMatchObject({ status: 'open', assignee_name: null });
});

test('a reply that is asked for right after J is for the ticket that J went to; after Esc the focus stays in the list', async ({
  page,
  site,
}) => {
  const [first, second, third] = await openThree(page, site);
  await row(page, 0).click();
  await expect(reply(page)).toBeVisible();
  await row(page, 0).focus();
  // Faster than a hand, before any ticket could be drawn.
  await typeKeys(page, ['j', 'shift+r', 'o', 'k'], AT_ONCE);
  await expectOpen(page, second);
  await expect(reply(page)).toBeFocused();
  await expect(reply(page)).toHaveValue('ok');
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await expectOpen(page, first);
  await expect(reply(page)).toHaveValue('');

  await page.keyboard.press('Shift+R');
  await expect(reply(page)).toBeFocused();
  await page.keyboard.type('On its way');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expectOpen(page, second);
  await page.keyboard.press('j');
  await expectOpen(page, third);
  await expect(reply(page)).toHaveValue('');
  await settled(page);
  await expect(reply(page)).not.toBeFocused();
  await expect(note(page)).toHaveCount(0);
  await expect(row(page, 2)).toBeFocused();
});
