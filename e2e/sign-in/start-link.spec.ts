import type { BrowserContext, Locator, Page } from '@playwright/test';
import { newToken } from '#server/tokens/token-format.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { Site } from '#e2e/support/service.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { alert, button, expectInside, expectSession, field, heading, heldSession, whoami } from './sign-in-support.ts';

const note = (page: Page): Locator => page.getByRole('status').filter({ hasText: /signed in/ });

/** The link opened in a tab that shows something else; its token has left the address. */
async function openLink(page: Page, site: Site, token: string, next = '/'): Promise<void> {
  await page.goto(`${site.url}/sign-in?next=${encodeURIComponent(next)}#token=${token}`);
  await expect(page).not.toHaveURL(/#/);
}

/** Expects the page to be inside by the token of that label. */
async function expectInsideAs(page: Page, site: Site, label: string): Promise<void> {
  await expectInside(page);
  await expect.poll(async () => whoami(site, await heldSession(page))).toBe(label);
}

test('SI-03: a start link to another site waits for a click, and ends the present session in every tab', async ({
  page,
  context,
  site,
  makeSite,
}) => {
  const harbour = await makeSite({ name: 'Harbour Bikes' });
  const { token } = await harbour.issueToken({ label: 'Harbour desk', scopes: ['read'] });
  await signIn(page, site, { path: '/inbox' });
  const before = await heldSession(page);
  const other = await context.newPage();
  const sent: string[] = [];
  other.on('request', (request) => {
    if (request.headers()['authorization']?.endsWith(token)) sent.push(new URL(request.url()).search);
  });

  // In a new tab: it has the session of the first, and the link asks all the same.
  await openLink(other, site, token, '/settings/appearance');
  await expect(heading(other)).toHaveText('This link signs in to Harbour Bikes');
  await expect(heading(other)).toBeFocused();
  for (const text of ['“Harbour desk”', token.slice(0, 14), 'You’re signed in to Velo Works as “End to end”']) {
    await expect(other.getByRole('main')).toContainText(text);
  }
  await expect(other.getByRole('region', { name: 'What this API token opens' })).toContainText('Harbour Bikes');
  await checkA11y(other);
  await settled(other);
  expect(sent).toEqual(['?resource=whoami']);
  await other.keyboard.press('Escape');
  await expect(other).toHaveURL(`${site.url}/health`);
  await expectSession(other, before);

  await openLink(other, site, token, '/settings/appearance');
  await button(other, 'Open Harbour Bikes').click();
  await expect(other).toHaveURL(`${site.url}/settings/appearance`);
  await expectInsideAs(other, site, 'Harbour desk');
  await expect.poll(() => whoami(site, before)).toBe(401);

  // The first tab is signed out.
  await expect(field(page)).toBeVisible();
  await expectSession(page, '');
});

test('a start link of the same site offers to stay; a refused one leaves the session', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/401/);
  await signIn(page, site, { path: '/inbox' });
  const first = await heldSession(page);

  await openLink(page, site, newToken('sck', 1n), '/settings/appearance');
  await expect(alert(page)).toContainText('This API token wasn’t accepted');
  await expect(note(page)).toHaveText('You’re still signed in to Velo Works.');
  await button(page, 'Continue there').click();
  await expect(page).toHaveURL(`${site.url}/settings/appearance`);
  await expectSession(page, first);

  await openLink(page, site, site.token, '/settings/appearance');
  await expect(heading(page)).toHaveText('You’re already signed in to Velo Works with this API token');
  await checkA11y(page);
  await button(page, 'Continue with this session').click();
  await expect(page).toHaveURL(`${site.url}/settings/appearance`);
  await expectSession(page, first);

  // The second of two links in the same document counts.
  await openLink(page, site, site.token);
  await expect(heading(page)).toHaveText(/^You’re already signed in/);
  await page.evaluate((raw) => void (location.hash = `token=${raw}`), site.tokens.readOnly);
  await expect(heading(page)).toHaveText('This link signs in to Velo Works');
  await expect(page).not.toHaveURL(/#/);
  await expect(button(page, 'Stay “End to end”')).toBeVisible();
  await button(page, 'Change to “Read only”').click();
  await expectInsideAs(page, site, 'Read only');
  await expect.poll(() => whoami(site, first)).toBe(401);
});

/** Serves the site under a name of another machine, without TLS. */
async function nameService(context: BrowserContext, site: Site): Promise<string> {
  const named = 'http://desk.example';
  await context.route(`${named}/**`, async (route) => {
    try {
      const response = await route.fetch({ url: route.request().url().replace(named, site.url), maxRedirects: 0 });
      await route.fulfill({ response });
    } catch {
      // The page may have left and given up its request.
      await route.abort().catch(() => undefined);
    }
  });
  return named;
}

test('from another machine a start link waits for a click even if no one is signed in', async ({
  page,
  context,
  site,
  problems,
}) => {
  // Browsers warn that they ignore these headers on an insecure origin.
  problems.allow(/Cross-Origin-Opener-Policy|Origin-Agent-Cluster/);
  const url = await nameService(context, site);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/')) calls.push(new URL(request.url()).search);
  });
  const link = `${url}/sign-in?next=/settings/appearance#token=${site.tokens.readOnly}`;
  await page.goto(link);
  await expect(heading(page)).toHaveText('This link signs in to Velo Works');
  await expect(page).not.toHaveURL(/#/);
  await settled(page);
  expect(calls).toEqual(['?resource=whoami']);
  await button(page, 'Cancel').click();
  await expect(field(page)).toHaveValue('');
  await expectSession(page, '');
  await page.goto('about:blank');
  await page.goto(link);
  await button(page, 'Open Velo Works').click();
  await expect(page).toHaveURL(`${url}/settings/appearance`);
  await expectInsideAs(page, site, 'Read only');
});
