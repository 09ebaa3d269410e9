import type { Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import {
  answersOf,
  button,
  changeElsewhere,
  makeTicket,
  note,
  readTicket,
  reply,
  test,
  writeElsewhere,
} from './ticket-support.ts';

const POLL_MS = 31_000;
const notice = (page: Page) => page.getByRole('region', { name: /changed this ticket/ });

test('IN-22: a reply meets a change by someone else: who, what, and the text is kept', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/status of 409/);
  const { id } = await makeTicket(service);
  await signIn(page, service, { path: `/tickets/${id}` });
  await reply(page).fill('My answer');
  await changeElsewhere(service, id, { priority: 'high', assignee_agent_id: service.agentId, tags: 'warranty' });
  await button(page, 'Send and resolve').click();
  await expect(notice(page)).toContainText(/^Robin changed this ticket at \d\d:\d\d, after you opened it\./);
  await expect(notice(page)).toContainText(
    'Priority Normal → High, Assignee nobody → Robin Tester, Tags none → warranty.',
  );
  await expect(notice(page)).toContainText('Your reply was not sent and the status was not set to Resolved.');
  await expect(reply(page)).toHaveValue('My answer');
  await checkA11y(page);
  expect(await answersOf(service, id)).toEqual([]);
  expect(await readTicket(service, id)).toMatchObject({ status: 'open', priority: 'high' });

  await button(page, 'Keep theirs').click();
  await expect(notice(page)).toHaveCount(0);
  await expect(reply(page)).toBeFocused();
  await expect(reply(page)).toHaveValue('My answer');
  await changeElsewhere(service, id, { status: 'pending' });
  await button(page, 'Send and resolve').click();
  await expect(notice(page)).toContainText('Status Open → Pending.');
  await button(page, 'Apply mine').click();
  await expect(reply(page)).toHaveValue('');
  expect(await answersOf(service, id)).toEqual(['My answer']);
  expect(await readTicket(service, id)).toMatchObject({ status: 'resolved', priority: 'high', tags: 'warranty' });
});

test('IN-22: somebody else answered first: their answer is folded, and sending is asked for anew', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/status of 409/);
  const { id } = await makeTicket(service);
  await signIn(page, service, { path: `/tickets/${id}` });
  await reply(page).fill('My answer');
  await writeElsewhere(service, id, 'Their answer came first.');
  await button(page, 'Send reply').click();
  const fold = page.getByRole('group').filter({ hasText: /Robin Tester answered at \d\d:\d\d\./ });
  await expect(fold).toBeVisible();
  await expect(fold.getByText('Their answer came first.')).toBeHidden();
  await checkA11y(page);
  await fold.locator('summary').click();
  await expect(fold.getByText('Their answer came first.')).toBeVisible();
  expect(await answersOf(service, id)).toEqual(['Their answer came first.']);
  await button(page, 'Send anyway').click();
  await expect(fold).toHaveCount(0);
  expect(await answersOf(service, id)).toEqual(['Their answer came first.', 'My answer']);
});

test('IN-22: what others do shows up by itself and never in the text', async ({ page, service }) => {
  await page.clock.install();
  const { id } = await makeTicket(service);
  await signIn(page, service, { path: `/tickets/${id}` });
  await reply(page).fill('Half a sen');
  await writeElsewhere(service, id, 'Customer, please wait.');
  await changeElsewhere(service, id, { priority: 'urgent' });
  await page.clock.fastForward(POLL_MS);
  await expect(page.getByRole('article', { name: 'Comment by Robin Tester' })).toContainText('please wait');
  await expect(page.getByText('set priority to Urgent')).toBeVisible();
  await expect(reply(page)).toHaveValue('Half a sen');
  await expect(button(page, 'Send anyway')).toBeVisible();
  await expect(page.getByText(/^Robin Tester answered at \d\d:\d\d\.$/)).toBeVisible();
  await reply(page).press('End');
  await reply(page).pressSequentially('tence');
  await button(page, 'Send anyway').click();
  await expect(reply(page)).toHaveValue('');
  expect(await answersOf(service, id)).toEqual(['Customer, please wait.', 'Half a sentence']);
});

test('a note takes nothing from anybody and is added beside any change', async ({ page, service }) => {
  const { id } = await makeTicket(service);
  await signIn(page, service, { path: `/tickets/${id}` });
  await page.getByRole('tab', { name: /^Internal note/ }).click();
  await note(page).fill('For later');
  await changeElsewhere(service, id, { priority: 'low' });
  await button(page, 'Add note').click();
  await expect(page.getByRole('article', { name: /^Internal note/ })).toBeVisible();
  expect(await answersOf(service, id)).toEqual(['For later']);
});

test('IN-22: a property that someone else changed is not overwritten without asking', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/status of 409/);
  const { id } = await makeTicket(service);
  await signIn(page, service, { path: `/tickets/${id}` });
  await reply(page).fill('Still being written');
  await changeElsewhere(service, id, { priority: 'high' });
  await page.getByRole('button', { name: 'Priority: Normal' }).click();
  await page.getByRole('option', { name: 'Urgent' }).click();
  await expect(notice(page)).toContainText('Priority Normal → High.');
  await expect(notice(page)).toContainText('Robin changed this ticket');
  await expect(notice(page)).toContainText('Not saved: set to urgent.');
  await checkA11y(page);
  await button(page, 'Keep theirs').click();
  await expect(page.getByRole('button', { name: 'Priority: High' })).toBeVisible();
  expect((await readTicket(service, id)).priority).toBe('high');
  // A look at the ticket meanwhile would show what the other one did, and there would be no conflict.
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/resource=ticket&/, async (route) => {
    await released;
    await route.continue();
  });
  await changeElsewhere(service, id, { priority: 'low' });
  await page.getByRole('button', { name: 'Priority: High' }).click();
  await page.getByRole('option', { name: 'Urgent' }).click();
  await button(page, 'Apply mine').click();
  release();
  await expect(page.getByRole('button', { name: 'Priority: Urgent' })).toBeVisible();
  await expect.poll(async () => (await readTicket(service, id)).priority).toBe('urgent');
  await expect(reply(page)).toHaveValue('Still being written');
});
