import type { Page } from '@playwright/test';
import { row } from '#e2e/inbox/inbox-support.ts';
import { makeTicket, makeTickets, type MadeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import {
  answersOf,
  button,
  heading,
  note,
  readTicket,
  reply,
  setUrgentBeforeReplyGoes,
  statusesOf,
} from './ticket-support.ts';

test.use({ undoSendSeconds: '30' });

const waiting = (page: Page) => page.getByRole('list', { name: 'Messages waiting to be sent' }).getByRole('listitem');
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('IN-38: a sent reply waits, counts down, and Ctrl Z brings its words back under the hand', async ({
  page,
  site,
}) => {
  const { id, number } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await reply(page).fill('Too soon');
  await page.keyboard.press('Control+Enter');
  await expect(reply(page)).toHaveValue('');
  await expect(waiting(page)).toHaveText(/^Reply goes in \d+\ss\s*Too soon/);
  await expect(toast(page, `Reply to #${number}`).getByRole('button', { name: /^Undo/ })).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('Control+z');
  await page.keyboard.type(', corrected');
  await expect(reply(page)).toHaveValue('Too soon, corrected');
  await expect(waiting(page)).toHaveCount(0);
  expect(await answersOf(site, id)).toEqual([]);

  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('Newer words');
  await waiting(page).getByRole('button', { name: 'Undo' }).click();
  await expect(reply(page)).toHaveValue('Too soon, corrected\n\nNewer words');
  await page.keyboard.press('Control+Enter');
  await waiting(page).getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(waiting(page)).toHaveCount(0);
  expect(await answersOf(site, id)).toEqual(['Too soon, corrected\n\nNewer words']);
});

test('IN-38: a change made while a message waits is taken back also when that has gone out with its status', async ({
  page,
  site,
}) => {
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await setUrgentBeforeReplyGoes(page, site, id);
  await expect(waiting(page)).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await readTicket(site, id)).priority).toBe('normal');
  expect(await statusesOf(site, [{ id }])).toEqual(['resolved']);
});

test('IN-38: send and resolve goes on at once; taken back, the ticket is as it was and its words wait in its draft', async ({
  page,
  site,
}) => {
  const made = (await makeTickets(site, [{ subject: 'Alpha' }, { subject: 'Beta' }])) as [MadeTicket, MadeTicket];
  await signIn(page, site, { path: '/inbox' });
  await row(page, 0).click();
  await expect(heading(page, 'Alpha')).toBeVisible();
  await page.keyboard.press('Shift+R');
  await page.keyboard.type('Done');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(heading(page, 'Beta')).toBeVisible();
  await expect(row(page, 0)).toContainText(/Reply goes in \d+\ss/);
  await page.keyboard.press('Control+z');
  await expect(row(page, 0)).not.toContainText('Reply goes in');
  await expect(heading(page, 'Beta')).toBeVisible();
  await expect(reply(page)).toHaveValue('');
  await button(page, 'Open ticket').click();
  await expect(heading(page, 'Alpha')).toBeVisible();
  await expect(reply(page)).toHaveValue('Done');
  expect(await statusesOf(site, made)).toEqual(['open', 'open']);
  expect(await answersOf(site, made[0].id)).toEqual([]);
});

test('IN-38: a reply that resolves does so again once a later choice of the status is taken back', async ({
  page,
  site,
}) => {
  const ticket = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${ticket.id}` });
  await reply(page).fill('All done');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(waiting(page)).toHaveText(/^Reply goes in/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await expect.poll(() => statusesOf(site, [ticket])).toEqual(['pending']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(site, [ticket])).toEqual(['open']);
  await waiting(page).getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => statusesOf(site, [ticket])).toEqual(['resolved']);
  expect(await answersOf(site, ticket.id)).toEqual(['All done']);
});

test('IN-38: a status that a message was sent without is set once the later choice is taken back', async ({
  page,
  site,
}) => {
  const ticket = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${ticket.id}` });
  await reply(page).fill('All done');
  await page.keyboard.press('Control+Shift+Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await expect.poll(() => statusesOf(site, [ticket])).toEqual(['pending']);
  await waiting(page).getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => answersOf(site, ticket.id)).toEqual(['All done']);
  expect(await statusesOf(site, [ticket])).toEqual(['pending']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(site, [ticket])).toEqual(['resolved']);
  // It is a choice of its own, and taken back as such.
  await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(site, [ticket])).toEqual(['open']);
});

for (const { title, keys, status } of [
  {
    title: 'IN-38: a status chosen before a reply that resolves, and once more after it, is the last choice',
    keys: [],
    status: 'pending',
  },
  { title: 'IN-38: the second choice taken back, the reply resolves', keys: ['Control+z'], status: 'resolved' },
]) {
  for (const isHeld of [true, false]) {
    test(`${title}${isHeld ? ', also while the first one is saved' : ''}`, async ({ page, site }) => {
      const ticket = await makeTicket(site);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await intercept(page, /resource=ticket(?:&|$)/, async (route) => {
        if (route.request().method() === 'PATCH') await released;
        return route.continue();
      });
      if (!isHeld) release();
      await signIn(page, site, { path: `/tickets/${ticket.id}` });
      await expect(reply(page)).toBeVisible();
      await page.keyboard.press('p');
      await expect(toast(page, `#${ticket.number} set to pending`)).toBeVisible();
      if (!isHeld) await expect.poll(() => statusesOf(site, [ticket])).toEqual(['pending']);
      await reply(page).fill('All done');
      for (const key of ['Control+Shift+Enter', 'Escape', 'Control+k']) await page.keyboard.press(key);
      await page.keyboard.type('mark as pending');
      for (const key of ['Enter', ...keys]) await page.keyboard.press(key);
      release();
      await waiting(page).getByRole('button', { name: 'Send now' }).click();
      await expect.poll(() => answersOf(site, ticket.id)).toEqual(['All done']);
      await expect.poll(() => statusesOf(site, [ticket])).toEqual([status]);
    });
  }
}

test.describe('with a clock of its own', () => {
  test.use({ undoSendSeconds: '5' });

  test('IN-38: when its time is over it is sent once, over a reload too, by one tab of two', async ({
    page,
    context,
    site,
    clock,
  }) => {
    await clock.holdTimers(page);
    const { id } = await makeTicket(site);
    await signIn(page, site, { path: `/tickets/${id}` });
    await reply(page).fill('After five seconds');
    await page.keyboard.press('Control+Enter');
    await page.clock.runFor(3_000);
    await expect(waiting(page)).toHaveText(/^Reply goes in [12]\ss/);
    expect(await answersOf(site, id)).toEqual([]);
    const second = await context.newPage();
    await second.goto(`/tickets/${id}`);
    await expect(reply(second)).toBeVisible();
    await page.reload();
    await expect(reply(page)).toHaveValue('');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.clock.runFor(6_000);
    await expect.poll(() => answersOf(site, id)).toEqual(['After five seconds']);
    await expect(waiting(page)).toHaveCount(0);
    // Whichever tab it was that sent it: this one hears of it with its next look, and its timers are held.
    await page.reload();
    await expect(page.getByRole('article')).toHaveCount(2);
    expect(await answersOf(site, id)).toEqual(['After five seconds']);
  });
});

test.describe('sent with the press', () => {
  test.use({ undoSendSeconds: '0' });

  test('IN-38: a note that a reload stopped on its way is stored before the reply written next', async ({
    page,
    site,
  }) => {
    const { id } = await makeTicket(site);
    await signIn(page, site, { path: `/tickets/${id}` });
    const never = Promise.withResolvers<void>();
    await intercept(page, /resource=ticket_comments/, () => never.promise);
    await reply(page).fill('First a note');
    await page.keyboard.press('Control+i');
    const posted = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('ticket_comments'),
    );
    await page.keyboard.press('Control+Enter');
    await posted;
    await page.unroute(/resource=ticket_comments/);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await reply(page).fill('Then a reply');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => answersOf(site, id)).toEqual(['First a note', 'Then a reply']);
    never.resolve();
  });

  test('IN-38: Ctrl Z means what was pressed last, whenever the answer of a message comes', async ({ page, site }) => {
    const made = await makeTickets(site, [{ subject: 'Spoke one' }, { subject: 'Spoke two' }]);
    await signIn(page, site, { path: '/inbox?order_by=created&dir=asc' });
    let release = Promise.withResolvers<void>();
    await intercept(page, /resource=ticket_comments/, async (route) => {
      const response = await route.fetch();
      await release.promise;
      await route.fulfill({ response });
    });
    await row(page, 0).click();
    await reply(page).fill('On its way');
    await page.keyboard.press('Control+Shift+Enter');
    await page.keyboard.press('p');
    await expect.poll(() => statusesOf(site, made)).toEqual(['resolved', 'pending']);
    release.resolve();
    await expect(row(page, 0)).not.toContainText('Sending');
    await page.keyboard.press('Control+z');
    await expect.poll(() => statusesOf(site, made)).toEqual(['resolved', 'open']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => statusesOf(site, made)).toEqual(['open', 'open']);

    // Before its answer: the status goes back, the message stays.
    release = Promise.withResolvers();
    await row(page, 1).click();
    await reply(page).fill('Too soon');
    await page.keyboard.press('Control+Shift+Enter');
    await page.keyboard.press('Control+z');
    await expect.poll(() => statusesOf(site, made)).toEqual(['open', 'resolved']);
    release.resolve();
    await expect.poll(() => statusesOf(site, made)).toEqual(['open', 'open']);
    expect(await answersOf(site, made[1]?.id ?? 0)).toEqual(['Too soon']);
  });
});

test('IN-38: signing out asks, and sends or keeps the words; closing the page asks too', async ({ page, site }) => {
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  const question = page.getByRole('dialog', { name: 'Sign out before everything is sent?' });
  const signOut = async () => {
    await page.getByRole('button', { name: /^Velo Works/ }).click();
    await button(page, 'Sign out').click();
  };
  await reply(page).fill('Kept or sent');
  await page.keyboard.press('Control+Enter');
  await signOut();
  await expect(question).toContainText('1 message isn’t sent yet.');
  await checkA11y(page);
  await question.getByRole('button', { name: 'Keep as draft and stay' }).click();
  await expect(reply(page)).toHaveValue('Kept or sent');
  expect(await answersOf(site, id)).toEqual([]);
  await button(page, 'Send reply').click();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(waiting(page)).toHaveText(/^Reply goes in/);
  await signOut();
  await question.getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByRole('dialog', { name: 'Everything is sent now' })).toBeVisible();
  expect(await answersOf(site, id)).toEqual(['Kept or sent']);
});

test('IN-38: how long is a choice on this device, and none sends at once', async ({ page, site }) => {
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: '/settings/appearance' });
  const choice = page.getByRole('radiogroup', { name: 'Undo send' });
  await expect(choice.getByRole('radio', { name: '30 s' })).toBeChecked();
  await choice.getByText('At once').click();
  await page
    .getByRole('link', { name: /^Inbox/ })
    .first()
    .click();
  await row(page, 0).click();
  await reply(page).fill('At once');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => answersOf(site, id)).toEqual(['At once']);
});

test('one key makes a reply a note and back, text and caret and all', async ({ page, site }) => {
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await reply(page).fill('For the team only');
  await page.keyboard.press('Home');
  await page.keyboard.press('Control+i');
  await expect(note(page)).toBeFocused();
  await page.keyboard.type('Hm: ');
  await expect(note(page)).toHaveValue('Hm: For the team only');
  await page.keyboard.press('Control+i');
  await expect(reply(page)).toHaveValue('Hm: For the team only');
  await page.keyboard.press('Control+i');
  await page.keyboard.press('Control+Enter');
  await waiting(page).getByRole('button', { name: 'Send now' }).click();
  await expect
    .poll(async () => (await readTicket(site, id)).comments.at(-1))
    .toMatchObject({
      body: 'Hm: For the team only',
      visibility: 'internal',
    });
});
