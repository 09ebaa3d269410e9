import type { Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { answersOf, button, changeElsewhere, note, readTicket, reply, writeElsewhere } from './ticket-support.ts';

const notice = (page: Page) => page.getByRole('region', { name: /changed this ticket/ });

const POLL_MS = 31_000;

test('IN-22: a reply or a property meets a change by someone else: who, what, nothing is overwritten without asking', async ({
  page,
  site,
  clock,
  problems,
}) => {
  problems.allow(/status of 409/);
  // No read by a timer shows a change before the answer to a write does.
  await clock.holdTimers(page);
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await reply(page).fill('My answer');
  await changeElsewhere(site, id, { priority: 'high', assignee_agent_id: site.agentId, tags: 'warranty' });
  await button(page, 'Send and resolve').click();
  await expect(notice(page)).toContainText(/^Robin Tester changed this ticket at \d\d:\d\d, after you opened it\./);
  await expect(notice(page)).toContainText(
    'Priority Normal → High, Assignee unassigned → Robin Tester, Tags none → warranty.',
  );
  await expect(notice(page)).toContainText('Your reply was not sent and the status was not set to Resolved.');
  await expect(reply(page)).toHaveValue('My answer');
  await checkA11y(page);
  expect(await answersOf(site, id)).toEqual([]);
  expect(await readTicket(site, id)).toMatchObject({ status: 'open', priority: 'high' });

  await button(page, 'Reload').click();
  await expect(notice(page)).toHaveCount(0);
  await expect(reply(page)).toBeFocused();
  await expect(reply(page)).toHaveValue('My answer');
  await changeElsewhere(site, id, { status: 'pending' });
  await button(page, 'Send and resolve').click();
  await expect(notice(page)).toContainText('Status Open → Pending.');
  // Half a second after a write the page reads the ticket again.
  const isReadAgain = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().includes(`resource=ticket&id=${id}&`),
  );
  await button(page, 'Apply anyway').click();
  await expect(reply(page)).toHaveValue('');
  await expect.poll(() => answersOf(site, id)).toEqual(['My answer']);
  expect(await readTicket(site, id)).toMatchObject({ status: 'resolved', priority: 'high', tags: 'warranty' });

  await isReadAgain;
  await settled(page);
  await reply(page).fill('Still being written');
  await page.getByRole('button', { name: 'Priority: High' }).click();
  await expect(page.getByRole('option', { name: 'Urgent' })).toBeVisible();
  // With the list open, so that no read between shows the change before the choice.
  await changeElsewhere(site, id, { priority: 'low' });
  await page.getByRole('option', { name: 'Urgent' }).click();
  await expect(notice(page)).toContainText('Priority High → Low.');
  await expect(notice(page)).toContainText('Not saved: set to urgent.');
  await button(page, 'Reload').click();
  await expect(page.getByRole('button', { name: 'Priority: Low' })).toBeVisible();
  expect((await readTicket(site, id)).priority).toBe('low');
  await expect(reply(page)).toHaveValue('Still being written');
});

test('IN-22: a note conflicts with no change; a reply after an answer of someone else must be sent again, also after one that came while the button was held down', async ({
  page,
  site,
  clock,
  problems,
}) => {
  problems.allow(/status of 409/);
  await clock.holdTimers(page);
  const { id } = await makeTicket(site);
  await signIn(page, site, { path: `/tickets/${id}` });
  await page.getByRole('tab', { name: /^Internal note/ }).click();
  await note(page).fill('For later');
  await changeElsewhere(site, id, { priority: 'low' });
  // The page refetches after the note; the answer must come after that.
  const asked = page.waitForResponse(/resource=ticket&/);
  await button(page, 'Add note').click();
  await expect(page.getByRole('article', { name: /^Internal note/ })).toBeVisible();
  expect(await answersOf(site, id)).toEqual(['For later']);
  await asked;
  await settled(page);

  await page.getByRole('tab', { name: /^Public reply/ }).click();
  await reply(page).fill('My answer');
  await button(page, 'Send reply').hover();
  await page.mouse.down();
  await writeElsewhere(site, id, 'Customer, please wait.');
  await page.clock.fastForward(POLL_MS);
  // Folded, so that it takes no room from what is written.
  const fold = page.getByRole('group').filter({ hasText: /Robin Tester answered at \d\d:\d\d\./ });
  await expect(fold).toBeVisible();
  await page.mouse.up();
  await settled(page);
  expect(await answersOf(site, id)).toEqual(['For later', 'Customer, please wait.']);
  await expect(reply(page)).toHaveValue('My answer');

  await writeElsewhere(site, id, 'Their answer came first.');
  await button(page, 'Send anyway').click();
  await expect(fold).toContainText('1 more');
  await expect(fold.getByText('Their answer came first.')).toBeHidden();
  await checkA11y(page);
  await fold.locator('summary').click();
  await expect(fold.getByText('Their answer came first.')).toBeVisible();
  const others = ['For later', 'Customer, please wait.', 'Their answer came first.'];
  expect(await answersOf(site, id)).toEqual(others);
  await button(page, 'Send anyway').click();
  await expect(fold).toHaveCount(0);
  await expect.poll(() => answersOf(site, id)).toEqual([...others, 'My answer']);
});
