import type { BrowserContext, Locator, Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import type { OwnSite } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { field } from '#e2e/sign-in/sign-in-support.ts';
import { answersOf, button, reply, sessionToken } from './ticket-support.ts';

const again = (page: Page): Locator => page.getByRole('dialog', { name: 'Sign in again to continue' });
const question = (page: Page): Locator => page.getByRole('dialog', { name: '“Ann” has unfinished work here' });

/** Two people of one site, each with a token. */
async function people(site: OwnSite): Promise<{ readonly ann: string; readonly bea: string }> {
  const [ann, bea] = [await site.issueToken({ label: 'Ann' }), await site.issueToken({ label: 'Bea' })];
  return { ann: ann.token, bea: bea.token };
}

/** Ann is on a ticket's page. */
async function openAs(page: Page, site: OwnSite, token: string): Promise<number> {
  const { id } = await makeTicket(site);
  await signIn(page, site, { token, path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  await settled(page);
  return id;
}

/**
 * The session of the page ends in the service with the first call that a press makes: one that the page makes by itself would
 * bring the dialog before the press.
 */
async function endWith(page: Page, site: OwnSite, method: string, resource: RegExp): Promise<void> {
  let isOver = false;
  await intercept(page, resource, async (route) => {
    if (!isOver && route.request().method() === method) {
      isOver = true;
      await site.call('DELETE', 'sessions', { token: await sessionToken(page) });
    }
    await route.fallback();
  });
}

/** Ann's reply waits, since her session has ended with it. */
async function leaveReply(page: Page, site: OwnSite, ann: string): Promise<number> {
  const id = await openAs(page, site, ann);
  await endWith(page, site, 'POST', /resource=ticket_comments/);
  await reply(page).fill('Written by Ann');
  await button(page, 'Send reply').click();
  await expect(again(page)).toBeVisible();
  return id;
}

async function signInAs(page: Page, token: string): Promise<void> {
  await field(page).fill(token);
  await button(page, 'Sign in again').click();
}

async function newTab(page: Page, context: BrowserContext): Promise<Page> {
  const opening = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open a new tab' }).click();
  return opening;
}

test.beforeEach(({ problems }) => problems.allow(/status of 401/));

test('a reply that waits for the session is not sent under another name: kept for its writer, it is sent once they sign in', async ({
  page,
  site,
}) => {
  const { ann, bea } = await people(site);
  const id = await leaveReply(page, site, ann);
  await signInAs(page, bea);
  await expect(question(page)).toContainText('1 message isn’t sent yet.');
  await expect(button(page, 'Keep it for “Ann”')).toBeFocused();
  await checkA11y(page);
  await button(page, 'Keep it for “Ann”').click();
  await expect(again(page)).toContainText('This tab waits for the API token of “Ann”.');
  expect(await answersOf(site, id)).toEqual([]);
  await signInAs(page, ann);
  await expect(again(page)).toBeHidden();
  await expect.poll(() => answersOf(site, id)).toEqual(['Written by Ann']);
});

test('another person who continues sends the waiting reply once, and the page is theirs', async ({ page, site }) => {
  const { ann, bea } = await people(site);
  const id = await leaveReply(page, site, ann);
  await signInAs(page, bea);
  await expect(question(page)).toBeVisible();
  expect(await answersOf(site, id)).toEqual([]);
  await button(page, 'Continue as “Bea”').click();
  await expect(question(page)).toBeHidden();
  await expect.poll(() => answersOf(site, id)).toEqual(['Written by Ann']);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(reply(page)).toHaveValue('');
});

test('another person who discards a waiting reply is on the same page without it', async ({ page, site }) => {
  const { ann, bea } = await people(site);
  const id = await leaveReply(page, site, ann);
  await signInAs(page, bea);
  await button(page, 'Discard it').click();
  await expect(page).toHaveURL(`${site.url}/tickets/${id}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await settled(page);
  await expect(reply(page)).toHaveValue('');
  expect(await answersOf(site, id)).toEqual([]);
  // Nor does it come back with the one who wrote it.
  await signIn(page, site, { token: ann, path: `/tickets/${id}` });
  await expect(page.getByRole('article')).toHaveCount(1);
  await settled(page);
  await expect(reply(page)).toHaveValue('');
  expect(await answersOf(site, id)).toEqual([]);
});

test('a draft belongs to its writer: another person’s tab neither shows nor deletes it, and does not end the tab that waits', async ({
  page,
  context,
  site,
}) => {
  const { ann, bea } = await people(site);
  const id = await openAs(page, site, ann);
  await reply(page).fill('Half a sentence');
  await expect(page.getByText(/^Draft saved in this browser/)).toBeVisible();
  await endWith(page, site, 'PATCH', /resource=ticket$/);
  await button(page, 'Resolve').click();
  await signInAs(page, bea);
  await expect(question(page)).toContainText('1 draft is open.');
  await button(page, 'Keep it for “Ann”').click();

  const hers = await newTab(page, context);
  await field(hers).fill(bea);
  await button(hers, 'Open Velo Works').click();
  await expect(hers).toHaveURL(`${site.url}/tickets/${id}`);
  await expect(hers.getByRole('article')).toHaveCount(1);
  await expect(reply(hers)).toHaveValue('');
  await hers.getByRole('button', { name: /^Velo Works/ }).click();
  await button(hers, 'Sign out').click();
  await expect(field(hers)).toBeVisible();
  await hers.close();

  await expect(again(page)).toBeVisible();
  await signInAs(page, ann);
  await expect(again(page)).toBeHidden();
  await expect(reply(page)).toHaveValue('Half a sentence');
  // Resolve, which waited for Ann, is sent now: a reload in the middle of it would send it twice.
  await settled(page);
  await page.reload();
  await expect(reply(page)).toHaveValue('Half a sentence');
});

test('another tab’s sign-in does not send what waits in this one, unless it is the same person’s', async ({
  page,
  context,
  site,
}) => {
  const { ann, bea } = await people(site);
  const id = await openAs(page, site, ann);
  const other = await context.newPage();
  await other.goto(`/tickets/${id}`);
  await expect(other.getByRole('article')).toHaveCount(1);
  await settled(other);
  await endWith(page, site, 'POST', /resource=ticket_comments/);
  await reply(page).fill('Written by Ann');
  await button(page, 'Send reply').click();
  await expect(again(page)).toBeVisible();
  await button(other, 'Resolve').click();
  await signInAs(other, bea);
  await button(other, 'Discard it').click();
  await expect(other.getByRole('article')).toHaveCount(1);
  await expect(again(page)).toBeVisible();
  expect(await answersOf(site, id)).toEqual([]);
  await signInAs(page, ann);
  await expect.poll(() => answersOf(site, id)).toEqual(['Written by Ann']);
});

test('another token of the same agent, or a page where nothing waits, asks no question', async ({ page, site }) => {
  const agentId = String(site.agentId);
  const [first, second] = [
    await site.issueToken({ label: 'Ann', agentId }),
    await site.issueToken({ label: 'Ann, renewed', agentId }),
  ];
  const { bea } = await people(site);
  const id = await leaveReply(page, site, first.token);
  await signInAs(page, second.token);
  await expect(again(page)).toBeHidden();
  await expect.poll(() => answersOf(site, id)).toEqual(['Written by Ann']);
  await expect(page.getByRole('article')).toHaveCount(2);
  await settled(page);

  await endWith(page, site, 'GET', /resource=customer_identities/);
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await signInAs(page, bea);
  await expect(again(page)).toBeHidden();
  await expect(page).toHaveURL(/\/customers/);
  await expect(page.getByRole('grid')).toBeVisible();
});
