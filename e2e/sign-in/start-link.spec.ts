import type { Locator, Page } from '@playwright/test';
import { newToken } from '#server/tokens/token-format.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import type { TestService } from '#e2e/support/service.ts';
import { checkAllRules } from './check-all-rules.ts';
import { openByName } from '#e2e/support/named-address.ts';
import { field, paste } from './token-field.ts';

const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const note = (page: Page): Locator => page.getByRole('status').filter({ hasText: /signed in/ });

/** The session token that the page holds in its tab. */
const sessionToken = (page: Page): Promise<string> =>
  page.evaluate(() => /sct_\w{38}/.exec(JSON.stringify({ ...sessionStorage }))?.[0] ?? '');

async function whoami(service: TestService, token: string): Promise<unknown> {
  const { status, json } = await service.call('GET', 'whoami', { token });
  return status === 200 ? (json as { data: { label: string } }).data.label : status;
}

/** The link opened in a tab that shows something else; what it is asked is done when the choice stands. */
async function openLink(page: Page, service: TestService, token: string, next = '/'): Promise<void> {
  await page.goto(`${service.url}/sign-in?next=${encodeURIComponent(next)}#token=${token}`);
  await expect.poll(() => page.url()).not.toContain('#');
}

test(
  'SI-03: a start link to another site waits for a click, and ends the session it takes the place of in every tab',
  { tag: ['@desktop', '@phone'] },
  async ({ page, context, ownService }) => {
    test.slow();
    const { site_id } = await ownService.admin('site', 'create', '--name', 'Harbour Bikes');
    const made = await ownService.admin(
      ...['token', 'create', '--site-id', String(site_id), '--label', 'Harbour desk', '--scopes', 'read'],
    );
    const harbour = String(made['token']);
    await signIn(page, ownService, { path: '/inbox' });
    const before = await sessionToken(page);
    const label = String(await whoami(ownService, before));
    const other = await context.newPage();
    const sent: string[] = [];
    other.on('request', (request) => {
      if (request.headers()['authorization']?.endsWith(harbour)) sent.push(new URL(request.url()).search);
    });

    // In a new tab: it has the session of the first, and the link asks all the same.
    await openLink(other, ownService, harbour, '/settings/appearance');
    await expect(heading(other)).toHaveText('This link signs in to Harbour Bikes');
    await expect(heading(other)).toBeFocused();
    for (const text of ['“Harbour desk”', harbour.slice(0, 10), `You are signed in to Velo Works as “${label}”`]) {
      await expect(other.getByRole('main')).toContainText(text);
    }
    await expect(other.getByRole('region', { name: 'What this token opens' })).toContainText('Harbour Bikes');
    await checkAllRules(other);
    expect(sent).toEqual(['?resource=whoami']);
    await other.keyboard.press('Escape');
    await expect(other).toHaveURL(`${ownService.url}/inbox`);
    expect(await sessionToken(other)).toBe(before);

    // Back keeps it as well.
    await openLink(other, ownService, harbour);
    await expect(button(other, 'Stay in Velo Works')).toBeVisible();
    await other.goBack();
    await expect(other.getByRole('navigation').first()).toBeVisible();
    expect(await sessionToken(other)).toBe(before);
    expect(await whoami(ownService, before)).toBe(label);

    await openLink(other, ownService, harbour, '/settings/appearance');
    await button(other, 'Open Harbour Bikes').click();
    await expect(other).toHaveURL(`${ownService.url}/settings/appearance`);
    await expect(other.getByRole('navigation').first()).toBeVisible();
    expect(await whoami(ownService, await sessionToken(other))).toBe('Harbour desk');
    await expect.poll(() => whoami(ownService, before)).toBe(401);

    // The first tab is never moved: it is signed out, says why, and goes on where it is told to.
    await expect(note(page)).toContainText('Another tab of this browser has signed in anew');
    await expect(field(page)).toBeVisible();
    expect(await sessionToken(page)).toBe('');
    await checkAllRules(page);
    await button(page, 'Use that session here').click();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    expect(await sessionToken(page)).toBe(await sessionToken(other));
  },
);

test('a start link of the same site says so, for another token and for the same', async ({ page, service }) => {
  const { token, readOnly } = { token: service.tokens.all, readOnly: service.tokens.readOnly };
  await signIn(page, service, { path: '/inbox' });
  const first = await sessionToken(page);
  const label = String(await whoami(service, first));

  await openLink(page, service, token, '/settings/appearance');
  await expect(heading(page)).toHaveText('You are signed in to Velo Works with this token already');
  await checkAllRules(page);
  await button(page, 'Go on with this session').click();
  await expect(page).toHaveURL(`${service.url}/settings/appearance`);
  expect(await sessionToken(page)).toBe(first);

  await openLink(page, service, token);
  await button(page, 'Start a new session').click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const second = await sessionToken(page);
  expect(second).not.toBe(first);
  await expect.poll(() => whoami(service, first)).toBe(401);

  // One link after the other in the same document: the second counts.
  await openLink(page, service, token);
  await expect(heading(page)).toHaveText(/already$/);
  await page.evaluate((raw) => void (location.hash = `token=${raw}`), readOnly);
  await expect(heading(page)).toHaveText('This link signs in to Velo Works');
  expect(page.url()).not.toContain('#');
  await expect(button(page, `Stay “${label}”`)).toBeVisible();
  await button(page, 'Change to “Read only”').click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(await whoami(service, await sessionToken(page))).toBe('Read only');
  await expect.poll(() => whoami(service, second)).toBe(401);
});

test('a start link that opens nothing leaves the session, and a token pasted over it ends the session', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/401/);
  await signIn(page, service, { path: '/inbox' });
  const before = await sessionToken(page);
  await openLink(page, service, newToken('sck'), '/settings/appearance');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toContainText('This token was not accepted');
  await expect(note(page)).toHaveText('You are still signed in to Velo Works.');
  await checkAllRules(page);
  await button(page, 'Go on there').click();
  await expect(page).toHaveURL(`${service.url}/settings/appearance`);
  expect(await sessionToken(page)).toBe(before);

  await openLink(page, service, 'nonsense');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toContainText('This is not an API token');
  await paste(page, service.tokens.readOnly);
  await button(page, 'Open Velo Works').click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  expect(await whoami(service, await sessionToken(page))).toBe('Read only');
  await expect.poll(() => whoami(service, before)).toBe(401);
});

test('from another machine a start link waits for a click even where nobody is signed in', async ({
  browser,
  service,
  problems,
}) => {
  // A name without TLS is no secure origin, which the browser says of a header that it then ignores.
  problems.allow(/Cross-Origin-Opener-Policy|Origin-Agent-Cluster/);
  const desk = await openByName(browser, service.url);
  try {
    await problems.watch(desk.context);
    const page = await desk.context.newPage();
    const bearers: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/')) bearers.push(new URL(request.url()).search);
    });
    const link = `${desk.url}/sign-in?next=/settings/appearance#token=${service.tokens.readOnly}`;
    await page.goto(link);
    await expect(heading(page)).toHaveText('This link signs in to Velo Works');
    expect(page.url()).not.toContain('#');
    await checkAllRules(page);
    expect(bearers).toEqual(['?resource=whoami']);
    await button(page, 'Do not open it').click();
    await expect(field(page)).toHaveValue('');
    expect(await sessionToken(page)).toBe('');
    await page.goto('about:blank');
    await page.goto(link);
    await button(page, 'Open Velo Works').click();
    await expect(page).toHaveURL(`${desk.url}/settings/appearance`);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    expect(await whoami(service, await sessionToken(page))).toBe('Read only');
    // The other tab that is signed in is asked here too, where the browser has no locks.
    const other = await desk.context.newPage();
    await other.goto(`${desk.url}/sign-in#token=${service.tokens.all}`);
    await expect(button(other, 'Stay “Read only”')).toBeVisible();
  } finally {
    await desk.close();
  }
});

test(
  'without sessions of the service a start link takes the place of nothing by itself either',
  { tag: '@document' },
  async ({ page, context, service }) => {
    await openLink(page, service, service.tokens.readOnly);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    const other = await context.newPage();
    await openLink(other, service, service.tokens.all);
    await expect(heading(other)).toHaveText('This link signs in to Site 1');
    await checkAllRules(other);
    await button(other, 'Stay “Read only”').click();
    await expect(other.getByRole('navigation').first()).toBeVisible();
    await openLink(other, service, service.tokens.all);
    await other.getByRole('button', { name: /^Change to/ }).click();
    await expect(other.getByRole('navigation').first()).toBeVisible();
    await expect(note(page)).toContainText('Another tab of this browser has signed in anew');
  },
);
