import type { Page } from '@playwright/test';
import { row } from '#e2e/inbox/inbox-support.ts';
import { field } from '#e2e/sign-in/sign-in-support.ts';
import { makeTicket, makeTickets, type MadeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { holdCalls } from '#e2e/support/hold-calls.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answersOf, button, heading, readTicket, reply, statusesOf } from './ticket-support.ts';

test.use({ undoSendSeconds: '30' });

const waiting = (page: Page) => page.getByRole('list', { name: 'Messages waiting to be sent' }).getByRole('listitem');
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('IN-38: a sent reply counts down; Ctrl Z and Undo bring its words back, before newer ones; Send now sends it', async ({
  page,
  site,
}) => {
  const ticket = await makeTicket(site);
  const { id, number } = ticket;
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
  const release = await holdCalls(page, /resource=ticket_comments$/);
  await waiting(page).getByRole('button', { name: 'Send now' }).click();
  // It is being sent, so nothing may say that it was undone.
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Nothing to undo')).toBeAttached();
  release();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(waiting(page)).toHaveCount(0);
  expect(await answersOf(site, id)).toEqual(['Too soon, corrected\n\nNewer words']);

  // A change made while a reply that resolves counts down is undone after the reply was sent.
  await reply(page).fill('Done');
  await page.keyboard.press('Control+Shift+Enter');
  for (const key of ['Escape', 'Shift+P', '1']) await page.keyboard.press(key);
  await expect.poll(async () => (await readTicket(site, id)).priority).toBe('urgent');
  await waiting(page).getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => statusesOf(site, [ticket])).toEqual(['resolved']);
  await expect(waiting(page)).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await readTicket(site, id)).priority).toBe('normal');
  expect(await statusesOf(site, [ticket])).toEqual(['resolved']);
});

test('IN-38: send and resolve shows the next ticket at once; undone, the ticket is open and its words are in its draft', async ({
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

test('IN-38: a message is sent when its time is over; leaving the page sends it at once', async ({
  page,
  site,
  clock,
}) => {
  await clock.holdTimers(page);
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await reply(page).fill('After its time');
  await page.keyboard.press('Control+Enter');
  await page.clock.runFor(28_000);
  await expect(waiting(page)).toHaveText(/^Reply goes in [12]\ss/);
  expect(await answersOf(site, id)).toEqual([]);
  await page.clock.runFor(3_000);
  await expect.poll(() => answersOf(site, id)).toEqual(['After its time']);
  await expect(waiting(page)).toHaveCount(0);

  await reply(page).fill('On leaving');
  await page.keyboard.press('Control+Enter');
  await expect(waiting(page)).toHaveCount(1);
  await page.reload();
  await expect.poll(() => answersOf(site, id)).toEqual(['After its time', 'On leaving']);
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(waiting(page)).toHaveCount(0);
});

test('IN-38: signing out sends what counts down; while a message or a change has no answer, it asks', async ({
  page,
  site,
}) => {
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  const question = page.getByRole('dialog', { name: 'Sign out before everything is sent?' });
  const signOut = async () => {
    await page.getByRole('button', { name: /^Velo Works/ }).click();
    await button(page, 'Sign out').click();
  };
  const answer = Promise.withResolvers<void>();
  await intercept(page, /resource=ticket(?:_comments)?$/, async (route) => {
    if (route.request().method() !== 'GET') await answer.promise;
    return route.fallback().catch(() => undefined);
  });
  await reply(page).fill('Sent with the sign-out');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Escape');
  for (const key of ['Shift+P', '1']) await page.keyboard.press(key);
  await signOut();
  await expect(question).toContainText('1 message isn’t sent yet.');
  await expect(question).toContainText('1 change isn’t saved yet.');
  await expect(button(page, 'Stay signed in')).toBeFocused();
  await checkA11y(page);
  answer.resolve();
  const sent = page.getByRole('dialog', { name: 'Everything is sent now' });
  await expect(sent).toBeVisible();
  expect(await answersOf(site, id)).toEqual(['Sent with the sign-out']);
  await sent.getByRole('button', { name: 'Sign out' }).click();
  await expect(field(page)).toBeVisible();
});

test('IN-38: the time is a choice on this device, and none sends at once', async ({ page, site }) => {
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
