import type { Locator, Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { Site } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn, signInByLink } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { alert, button, expectInside, expectSession, field, heldSession, whoami } from './sign-in-support.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Sign in again to continue' });
const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Tickets' });
const rows = (page: Page): Locator => grid(page).getByRole('row');
const signOut = (page: Page): Locator => page.getByRole('button', { name: 'Sign out' });

async function openSiteMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Velo Works/ }).click();
  await expect(signOut(page)).toBeVisible();
}

/** Ends the page's session in the service, as an administrator or another browser does. */
async function endSession(page: Page, site: Site): Promise<void> {
  const { status } = await site.call('DELETE', 'sessions', { token: await heldSession(page) });
  expect(status).toBe(200);
}

async function signInAgain(page: Page, token: string): Promise<void> {
  await field(page).fill(token);
  await button(page, 'Sign in again').click();
}

test('new tabs enter silently while another is open, and signing out ends the session in every tab; one that the service did not hear of says so', async ({
  page,
  context,
  site,
  between,
  problems,
}) => {
  problems.allow(/ERR_EMPTY_RESPONSE/);
  await makeTicket(site);
  await signIn(page, { ...site, url: between.url }, { path: '/inbox' });
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page).toHaveURL(/\/settings/);
  const token = await heldSession(page);
  const second = await context.newPage();
  await second.goto(`${between.url}/inbox`);
  await expectInside(second);
  await expectSession(second, token);
  await expect(second).toHaveURL(`${between.url}/inbox`);
  await expect(rows(second).first()).toBeVisible();

  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await openSiteMenu(page);
  await signOut(page).click();
  for (const tab of [page, second]) {
    await expect(field(tab)).toBeVisible();
    await expectSession(tab, '');
    await expect(rows(tab)).toHaveCount(0);
  }
  expect((await ended).status()).toBe(200);
  expect(await whoami(site, token)).toBe(401);
  await page.goBack();
  await expect(field(page)).toBeVisible();

  await field(page).fill(site.token);
  await button(page, 'Open Velo Works').click();
  await openSiteMenu(page);
  between.tamper = ({ resource }, response) => {
    if (resource !== 'sessions') return false;
    response.destroy();
    return true;
  };
  await signOut(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'We couldn’t reach the service' })).toBeVisible();
  // No request of the page may outlive the proxy.
  await second.close();
  await page.goto('about:blank');
});

test('works where storage is blocked: in memory, and a reload asks for the token', async ({ page, site }) => {
  await makeTicket(site);
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    }
  });
  await signInByLink(page, site, { path: '/inbox' });
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page).toHaveURL(/\/settings/);
  await page.reload();
  await expect(field(page)).toBeVisible();
});

test('without an open tab, with a broken session and after one that ended, the page asked for comes after signing in', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/401/);
  const path = '/inbox?status=pending';
  const expectAsked = async (): Promise<void> => {
    await expect(field(page)).toBeVisible();
    await expect.poll(() => new URL(page.url()).searchParams.get('next')).toBe(path);
  };
  await page.goto(path);
  await expectAsked();
  for (const value of ['{', '{"token":"t","baseUrl":"https://elsewhere.example/v1","kind":"session","kept":false}']) {
    await page.evaluate((text) => sessionStorage.setItem('support-console:session', text), value);
    await page.goto(path);
    await expectAsked();
  }
  await field(page).fill(site.token);
  await button(page, 'Open Velo Works').click();
  await expectInside(page);
  await expect(page).toHaveURL(site.url + path);
  // It ends while the page is closed.
  await endSession(page, site);
  await page.reload();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'API token' })).toBeVisible();
  await expect(page).toHaveURL(site.url + path);
});

test.describe('SI-07 a session that ends in the middle of reading', () => {
  test('is renewed over the page: filters, scroll and selection stay', async ({ page, demoSite, problems }) => {
    problems.allow(/401/);
    await signIn(page, demoSite, { path: '/inbox?status=all' });
    await rows(page).nth(3).click();
    await expect(page).toHaveURL(/ticket=\d+/);
    await page.mouse.wheel(0, 700);
    const scrollTop = () =>
      grid(page).evaluate((element) => Math.max(...[...element.querySelectorAll('div')].map((part) => part.scrollTop)));
    await expect.poll(scrollTop).toBeGreaterThan(400);
    // The position of the list is in the address a moment after scrolling ends.
    await expect(page).toHaveURL(/skip=\d+/);
    await settled(page);
    const before = { top: await scrollTop(), url: page.url() };
    await endSession(page, demoSite);
    // Everything on screen is asked for again at once: many answers of 401, one dialog.
    await page.keyboard.press('r');
    await expect(dialog(page)).toBeVisible();
    await settled(page);
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(dialog(page)).toContainText('Your text, filters and selection are kept');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeVisible();
    await signInAgain(page, 'sck_nothing');
    await expect(dialog(page)).toContainText('This is not an API token');
    await checkA11y(page);
    await signInAgain(page, demoSite.token);
    await expect(dialog(page)).toBeHidden();
    await expect(grid(page)).not.toHaveAttribute('aria-busy', 'true');
    await expect(rows(page).first()).toBeVisible();
    await settled(page);
    await expect(page).toHaveURL(before.url);
    await expect.poll(scrollTop).toBe(before.top);
    await expect(alert(page)).toHaveCount(0);
    expect(await whoami(demoSite, await heldSession(page))).toBe(await whoami(demoSite, demoSite.token));
  });

  test('is renewed in the other tabs too; the token of another site is refused', async ({
    page,
    context,
    site,
    makeSite,
    problems,
  }) => {
    problems.allow(/401/);
    const harbour = await makeSite({ name: 'Harbour Bikes' });
    await makeTicket(site, { status: 'pending' });
    await signIn(page, site, { path: '/inbox?status=all' });
    const second = await context.newPage();
    await second.goto('/inbox?status=pending');
    for (const tab of [page, second]) {
      await expect(rows(tab).first()).toBeVisible();
    }
    await endSession(page, site);
    for (const tab of [page, second]) {
      await tab.keyboard.press('r');
      await expect(dialog(tab)).toBeVisible();
    }
    await signInAgain(second, harbour.token);
    await expect(dialog(second)).toContainText('This API token opens another site: Harbour Bikes');
    await signInAgain(second, site.token);
    for (const tab of [second, page]) {
      await expect(dialog(tab)).toBeHidden();
      await expect(rows(tab).first()).toBeVisible();
    }
    await expect(second).toHaveURL(/status=pending/);
    await expectSession(page, await heldSession(second));
  });
});
