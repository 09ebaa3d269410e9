import type { Locator, Page } from '@playwright/test';
import { checkAllRules } from './check-all-rules.ts';
import { signInByLink } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import type { TestService } from '#e2e/support/service.ts';
import { field } from './token-field.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Sign in again to continue' });
const rows = (page: Page): Locator => page.getByRole('grid', { name: 'Tickets' }).getByRole('row');

/** The session token that the page holds in its tab. */
function sessionToken(page: Page): Promise<string> {
  return page.evaluate(() => /sct_\w{38}/.exec(JSON.stringify({ ...sessionStorage }))?.[0] ?? '');
}

async function openSiteMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Velo Works/ }).click();
  await expect(signOut(page)).toBeVisible();
}

const signOut = (page: Page): Locator => page.getByRole('button', { name: 'Sign out' });

/** Ends the page's session in the service, as an administrator or another browser does. */
async function endSession(page: Page, service: TestService): Promise<void> {
  const { status } = await service.call('DELETE', 'sessions', { token: await sessionToken(page) });
  expect(status).toBe(200);
}

test('a new tab enters silently while another is open', async ({ page, context, service }) => {
  await signInByLink(page, service, { path: '/inbox' });
  const second = await context.newPage();
  await second.goto('/settings/appearance');
  await expect(second.getByRole('navigation').first()).toBeVisible();
  await expect(second).toHaveURL(/\/settings\/appearance$/);
  expect(await sessionToken(second)).toBe(await sessionToken(page));
});

test('the sign-in page enters by itself while another tab is open', async ({ page, context, service }) => {
  await signInByLink(page, service, { path: '/inbox' });
  const second = await context.newPage();
  await second.goto('/sign-in?next=/settings/appearance');
  await expect(second).toHaveURL(/\/settings\/appearance$/);
});

test('without an open tab the page asked for comes after signing in', async ({ page, service }) => {
  await page.goto('/inbox?status=pending');
  await expect(field(page)).toBeVisible();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/inbox?status=pending');
  await field(page).fill(service.tokens.all);
  await page.getByRole('button', { name: 'Open Velo Works' }).click();
  await expect(page).toHaveURL(/\/inbox\?status=pending$/);
});

test('signing out ends the session, in every tab', async ({ page, context, service }) => {
  await signInByLink(page, service, { path: '/inbox' });
  const second = await context.newPage();
  await second.goto('/inbox');
  await expect(rows(second).first()).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page).toHaveURL(/\/settings/);
  const token = await sessionToken(page);
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await openSiteMenu(page);
  await signOut(page).click();
  for (const tab of [page, second]) {
    await expect(field(tab)).toBeVisible({ timeout: 1_000 });
    expect(await tab.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('sct_');
    await expect(rows(tab)).toHaveCount(0);
  }
  expect((await ended).status()).toBe(200);
  expect((await service.call('GET', 'whoami', { token })).status).toBe(401);
  await page.goBack();
  await expect(field(page)).toBeVisible();
});

test('a sign-out that the service did not hear of says so', async ({ page, ownService, problems }) => {
  problems.allow(/ERR_CONNECTION_REFUSED|status of 503/);
  await signInByLink(page, ownService, { path: '/settings/appearance' });
  await openSiteMenu(page);
  await ownService.stop();
  await signOut(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'The service could not be reached' })).toBeVisible();
});

test('works where storage is blocked: in memory, and a reload asks for the token', async ({ page, service }) => {
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    }
  });
  await signInByLink(page, service, { path: '/inbox' });
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page).toHaveURL(/\/settings/);
  await page.reload();
  await expect(field(page)).toBeVisible();
});

test('a broken value in storage leads to the sign-in page', async ({ page }) => {
  for (const value of [
    '{',
    '{"token":5}',
    '{"token":"t","baseUrl":"https://elsewhere.example/v1","kind":"session","kept":false}',
  ]) {
    await page.goto('/sign-in');
    await page.evaluate((text) => sessionStorage.setItem('support-console:session', text), value);
    await page.goto('/inbox');
    await expect(field(page)).toBeVisible();
  }
});

test('a session that ended while the page was closed leads to the sign-in page and back', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/401/);
  await signInByLink(page, service, { path: '/inbox?status=pending' });
  await endSession(page, service);
  await page.reload();
  await expect(field(page)).toBeVisible();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/inbox?status=pending');
});

test.describe('SI-07 a session that ends in the middle of reading', () => {
  test(
    'is renewed over the page: filters, scroll and selection stay',
    { tag: ['@desktop'] },
    async ({ page, service, problems }) => {
      test.slow();
      problems.allow(/401/);
      await signInByLink(page, service, { path: '/inbox?status=all' });
      const grid = page.getByRole('grid', { name: 'Tickets' });
      await expect(rows(page).first()).toBeVisible();
      await rows(page).nth(3).click();
      await expect(page).toHaveURL(/ticket=\d+/);
      await page.mouse.wheel(0, 700);
      const scrollTop = () =>
        grid.evaluate((element) => Math.max(...[...element.querySelectorAll('div')].map((part) => part.scrollTop)));
      await expect.poll(scrollTop).toBeGreaterThan(400);
      // The position of the list is in the address a moment after scrolling ends.
      await expect(page).toHaveURL(/skip=\d+/);
      const before = { top: await scrollTop(), url: page.url() };
      await endSession(page, service);
      // Everything on screen is asked for again at once: many answers of 401, one dialog.
      await page.keyboard.press('r');
      await expect(dialog(page)).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(1);
      await expect(dialog(page)).toContainText('What you wrote is kept');
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toBeVisible();
      await field(page).fill('sck_nothing');
      await page.getByRole('button', { name: 'Sign in again' }).click();
      await expect(dialog(page)).toContainText('This is not an API token');
      await checkAllRules(page);
      await field(page).fill(service.tokens.all);
      await page.getByRole('button', { name: 'Sign in again' }).click();
      await expect(dialog(page)).toBeHidden();
      await expect(grid).not.toHaveAttribute('aria-busy', 'true');
      await expect(rows(page).first()).toBeVisible();
      expect(page.url()).toBe(before.url);
      expect(await scrollTop()).toBe(before.top);
      await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
      expect((await service.call('GET', 'whoami', { token: await sessionToken(page) })).status).toBe(200);
    },
  );

  test('refuses the token of another site, and signing out is the way there', async ({
    page,
    ownService,
    problems,
  }) => {
    test.slow();
    problems.allow(/401/);
    const { site_id } = await ownService.admin('site', 'create', '--name', 'Harbour Bikes');
    const other = await ownService.admin(
      ...['token', 'create', '--site-id', String(site_id), '--label', 'o', '--scopes', 'read'],
    );
    await signInByLink(page, ownService, { path: '/inbox' });
    await expect(rows(page).first()).toBeVisible();
    await endSession(page, ownService);
    await page.keyboard.press('r');
    await field(page).fill(String(other['token']));
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expect(dialog(page)).toContainText('This token opens another site: Harbour Bikes');
    await dialog(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Sign in with an API token' })).toBeVisible();
  });

  test('goes on in the other tabs as well', async ({ page, context, service, problems }) => {
    problems.allow(/401/);
    await signInByLink(page, service, { path: '/inbox' });
    const second = await context.newPage();
    await second.goto('/inbox?status=pending');
    await expect(rows(second).first()).toBeVisible();
    await endSession(page, service);
    for (const tab of [page, second]) {
      await tab.keyboard.press('r');
      await expect(dialog(tab)).toBeVisible();
    }
    await field(second).fill(service.tokens.all);
    await second.getByRole('button', { name: 'Sign in again' }).click();
    for (const tab of [second, page]) await expect(dialog(tab)).toBeHidden();
    await expect(second).toHaveURL(/status=pending/);
    await expect(rows(page).first()).toBeVisible();
    expect(await sessionToken(page)).toBe(await sessionToken(second));
  });
});
