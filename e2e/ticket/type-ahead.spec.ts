import type { Page } from '@playwright/test';
import { row } from '#e2e/inbox/inbox-support.ts';
import { makeTickets, type MadeTicket } from '#e2e/support/builders.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { holdCalls, note, readTicket, reply, statusesOf } from './ticket-support.ts';

/** A ticket whose answer is held has no composer yet. */
const holdTicket = (page: Page) => holdCalls(page, /resource=ticket&/);

/** Three tickets in the order of the list: who waits longest comes first. */
async function openThree(page: Page, site: OwnSite): Promise<readonly [MadeTicket, MadeTicket, MadeTicket]> {
  const made = await makeTickets(site, [{ subject: 'First' }, { subject: 'Second' }, { subject: 'Third' }]);
  await signIn(page, site, { path: '/inbox' });
  await expect(row(page, 2).getByRole('link', { name: 'Third' })).toBeVisible();
  return made as [MadeTicket, MadeTicket, MadeTicket];
}

const expectOpen = (page: Page, { id }: MadeTicket) => expect(page).toHaveURL(new RegExp(`ticket=${id}\\b`));

test('what is typed before the composer is there goes into the reply, and no letter of it is a verb', async ({
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
  release();
  await expect(reply(page)).toBeFocused();
  await expect(reply(page)).toHaveValue('Hello peer, a top ozone lz v');
  await page.keyboard.type('!');
  await expect(reply(page)).toHaveValue('Hello peer, a top ozone lz v!');
  await settled(page);
  expect(changes).toEqual([]);
  expect(await statusesOf(site, tickets)).toEqual(['open', 'open', 'open']);
});

test('the keys that send it wait behind the text', async ({ page, site }) => {
  const [first] = await openThree(page, site);
  const release = await holdTicket(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+N');
  await page.keyboard.type('Sent as fast as it was typed');
  await page.keyboard.press('Control+Enter');
  release();
  await expect(page.getByRole('article', { name: /^Internal note/ })).toContainText('Sent as fast as it was typed');
  const { comments } = await readTicket(site, first.id);
  expect(comments.at(-1)).toMatchObject({ body: 'Sent as fast as it was typed', visibility: 'internal' });
});

test('a reply that is asked for right after J is for the ticket that J went to; after Esc the focus stays in the list', async ({
  page,
  site,
}) => {
  const [first, second, third] = await openThree(page, site);
  await row(page, 0).click();
  await expect(reply(page)).toBeVisible();
  await row(page, 0).focus();
  // Faster than a hand: each key in a task of its own, before any ticket could be opened.
  await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    for (const [key, code] of [
      ['j', 'KeyJ'],
      ['R', 'KeyR'],
      ['o', 'KeyO'],
      ['k', 'KeyK'],
    ] as const) {
      const shiftKey = key === 'R';
      const event = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(event);
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
    port1.close();
  });
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

test('who moved on meanwhile is not called back by the composer, and the keys are keys again', async ({
  page,
  site,
}) => {
  const [, second, third] = await openThree(page, site);
  const release = await holdTicket(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+R');
  await page.keyboard.type('never mind');
  await page.keyboard.press('Escape');
  await expect(page.getByText('This was not added to the ticket: never mind')).toBeVisible();
  await page.keyboard.press('j');
  release();
  await expectOpen(page, second);
  await expect(reply(page)).toHaveValue('');
  await settled(page);
  await expect(row(page, 1)).toBeFocused();
  await page.keyboard.press('j');
  await expect(row(page, 2)).toBeFocused();
  await expectOpen(page, third);
});
