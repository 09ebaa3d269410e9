import type { Locator, Page } from '@playwright/test';
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

test.beforeEach(({ problems }) => problems.allow(/status of 401/));

test('SI-07: an unsent reply is not sent under another name unasked; a person who continues sends it once, under their own', async ({
  page,
  site,
}) => {
  const { ann, bea } = await people(site);
  const id = await leaveReply(page, site, ann);
  await signInAs(page, bea);
  await expect(question(page)).toContainText('1 message isn’t sent yet.');
  await expect(button(page, 'Use another API token')).toBeFocused();
  await checkA11y(page);
  await button(page, 'Use another API token').click();
  await expect(again(page)).toBeVisible();
  expect(await answersOf(site, id)).toEqual([]);
  await signInAs(page, bea);
  await button(page, 'Continue as “Bea”').click();
  await expect(question(page)).toBeHidden();
  await expect.poll(() => answersOf(site, id)).toEqual(['Written by Ann']);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(reply(page)).toHaveValue('');
});

test('SI-07: another token of the same agent, or a page without unsent work, asks nothing', async ({ page, site }) => {
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
