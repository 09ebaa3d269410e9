import type { Page } from '@playwright/test';
import { row } from '#e2e/inbox/inbox-support.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import type { TestService } from '#e2e/support/service.ts';
import { expect } from '#e2e/support/test.ts';
import { makeTicket, note, readTicket, reply, test } from './ticket-support.ts';

/** Keeps the answers for one ticket back until the answered function is called: its composer cannot be there. */
async function holdTicket(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/resource=ticket&/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Three tickets that a search finds alone, in their order: who waits longest comes first. */
async function openThree(page: Page, service: TestService, word: string) {
  const made = [];
  for (const name of ['First', 'Second', 'Third']) {
    made.push(await makeTicket(service, { subject: `${name} ${word}` }));
  }
  await signIn(page, service, { path: `/inbox?q=${word}` });
  await expect(row(page, 2).getByRole('link', { name: `Third ${word}` })).toBeVisible();
  return made;
}

test('what is typed before the composer is there goes into the reply, and no letter of it is a verb', async ({
  page,
  service,
}) => {
  const tickets = await openThree(page, service, 'aheadreply');
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
  expect(changes).toEqual([]);
  for (const { id } of tickets) expect((await readTicket(service, id)).status).toBe('open');
});

test('the keys that send it wait behind the text', async ({ page, service }) => {
  const [first] = await openThree(page, service, 'aheadsend');
  const release = await holdTicket(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+N');
  await page.keyboard.type('Sent as fast as it was typed');
  await page.keyboard.press('Control+Enter');
  release();
  await expect(page.getByRole('article', { name: /^Internal note/ })).toContainText('Sent as fast as it was typed');
  const { comments } = await readTicket(service, first?.id ?? 0);
  expect(comments.at(-1)).toMatchObject({ body: 'Sent as fast as it was typed', visibility: 'internal' });
});

test('a reply that is asked for right after J is for the ticket that J went to', async ({ page, service }) => {
  const tickets = await openThree(page, service, 'aheadnext');
  await row(page, 0).click();
  await expect(reply(page)).toBeVisible();
  await row(page, 0).focus();
  // Faster than a hand: each key in a task of its own, before any ticket could be opened.
  await page.evaluate(async () => {
    for (const [key, code] of [
      ['j', 'KeyJ'],
      ['R', 'KeyR'],
      ['o', 'KeyO'],
      ['k', 'KeyK'],
    ] as const) {
      const event = new KeyboardEvent('keydown', {
        key,
        code,
        shiftKey: key === 'R',
        bubbles: true,
        cancelable: true,
      });
      (document.activeElement ?? document.body).dispatchEvent(event);
      await new Promise((done) => setTimeout(done));
    }
  });
  await expect(page).toHaveURL(new RegExp(`ticket=${tickets[1]?.id}`));
  await expect(reply(page)).toBeFocused();
  await expect(reply(page)).toHaveValue('ok');
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await expect(page).toHaveURL(new RegExp(`ticket=${tickets[0]?.id}`));
  await expect(reply(page)).toHaveValue('');
});

test('who moved on meanwhile is not called back by the composer, and the keys are keys again', async ({
  page,
  service,
}) => {
  const tickets = await openThree(page, service, 'aheadleft');
  const release = await holdTicket(page);
  await page.keyboard.press('j');
  await page.keyboard.press('Shift+R');
  await page.keyboard.type('never mind');
  await page.keyboard.press('Escape');
  await expect(page.getByText('This was not added to the ticket: never mind')).toBeVisible();
  await page.keyboard.press('j');
  release();
  await expect(page).toHaveURL(new RegExp(`ticket=${tickets[1]?.id}`));
  await expect(reply(page)).toHaveValue('');
  await expect(row(page, 1)).toBeFocused();
  await page.keyboard.press('j');
  await expect(row(page, 2)).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`ticket=${tickets[2]?.id}`));
});

test('after a reply and Esc the focus stays in the list, whatever ticket is next', async ({ page, service }) => {
  const tickets = await openThree(page, service, 'aheadesc');
  await row(page, 0).click();
  await page.keyboard.press('Shift+R');
  await expect(reply(page)).toBeFocused();
  await page.keyboard.type('On its way');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`ticket=${tickets[1]?.id}`));
  await expect(reply(page)).toHaveValue('');
  await expect(reply(page)).not.toBeFocused();
  await expect(note(page)).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`ticket=${tickets[2]?.id}`));
});
