import type { Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { closeWithoutCopying, emailOf, formOf, issueLink, linksOf, NOT_FOUND } from './portal-tokens-support.ts';
import { openSession, PAGE, revealOf, secretOf, shownLink } from './portal-tokens-support.ts';

async function issue(page: Page, email: string): Promise<void> {
  await page.keyboard.press('n');
  await emailOf(formOf(page)).fill(email);
  await page.keyboard.press('Enter');
}

/** As some services answer: the link is there, and what opens it is not told again. */
async function loseSecrets(page: Page): Promise<void> {
  await intercept(page, '**/v1/api.ashx?resource=portal_token', async (route) => {
    const sent = route.request().postDataJSON() as { reuse_active: boolean };
    if (!sent.reuse_active) return route.continue();
    const response = await route.fetch();
    const json = (await response.json()) as { data: Record<string, unknown> };
    const { token: _token, token_url: _url, reused: _reused, ...data } = json.data;
    await route.fulfill({ response, json: { ...json, data } });
  });
}

test('PT-03: a link that was there already is told from a new one, by a service that does not show it again too', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(NOT_FOUND);
  const email = 'mallow@again.example';
  const old = await issueLink(site, email, { days: 20, uses: 2 });
  await signIn(page, site, { path: PAGE });
  await expect(page.getByRole('heading', { name: 'Issue a link' })).toBeVisible();
  await issue(page, 'Mallow@again.example');
  expect(await shownLink(page)).toBe(old.token_url);
  await expect(revealOf(page)).toContainText(/This is the same one\. It was opened 2 times/);
  await revealOf(page).getByRole('button', { name: 'Issue a new one instead' }).click();
  await expect(revealOf(page)).toContainText('Older links of this address keep working');
  const second = await shownLink(page);
  expect(second).not.toBe(old.token_url);
  expect(await openSession(site, old.token)).toBe(200);
  expect(await linksOf(site, email)).toHaveLength(2);
  await closeWithoutCopying(page);

  await loseSecrets(page);
  await issue(page, email);
  const lost = page.getByRole('dialog', { name: /^This address has an active link until \d/ });
  await expect(lost).toContainText('This service can’t show it again.');
  await expect(lost.getByRole('textbox', { name: 'Portal link' })).toHaveCount(0);
  await checkA11y(page);
  await lost.getByRole('button', { name: 'Issue a new one instead' }).click();
  expect([old.token, secretOf(second)]).not.toContain(secretOf(await shownLink(page)));
  expect((await linksOf(site, email)).map(({ state }) => state)).toEqual(['active', 'active', 'active']);
});

test('PT-03: Cancel closes while a link is issued; one that comes late is revoked, one that was out before is not', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(NOT_FOUND);
  const [fresh, again] = ['late@cancel.example', 'again@cancel.example'];
  await issueLink(site, again);
  await signIn(page, site, { path: '/customers' });
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible();
  for (const email of [again, fresh]) {
    const [sent, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await intercept(page, '**/v1/api.ashx?resource=portal_token', async (route) => {
      sent.resolve();
      await answer.promise;
      await route.continue();
    });
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('Issue portal link');
    await page.getByRole('option', { name: 'Issue portal link' }).first().click();
    await emailOf(formOf(page)).fill(email);
    await page.keyboard.press('Enter');
    await sent.promise;
    await formOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(formOf(page)).toHaveCount(0);
    const answered = page.waitForResponse((response) => response.url().endsWith('resource=portal_token'));
    answer.resolve();
    await answered;
    await page.unroute('**/v1/api.ashx?resource=portal_token');
  }
  await expect(
    page.getByText(`You closed the dialog before the link for ${fresh} arrived, so we revoked it.`),
  ).toBeVisible();
  expect((await linksOf(site, fresh)).map(({ state }) => state)).toEqual(['revoked']);
  expect((await linksOf(site, again)).map(({ state }) => state)).toEqual(['active']);
  await expect(revealOf(page)).toHaveCount(0);
});

test('PT-03: a link that an API token issued for longer than 30 days is not given to a browser session again', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(NOT_FOUND);
  const email = 'clover@again.example';
  const long = await issueLink(site, email, { days: 90 });
  await signIn(page, site, { path: PAGE });
  await page.keyboard.press('n');
  await emailOf(formOf(page)).fill(email);
  await expect(formOf(page)).toContainText('No active link of this address ends within 30 days, so you get a new one.');
  await page.keyboard.press('Enter');
  expect(secretOf(await shownLink(page))).not.toBe(long.token);
  expect(await linksOf(site, email)).toHaveLength(2);
});
