import type { Page } from '@playwright/test';
import { makeTicket } from '#e2e/support/builders.ts';
import { intercept } from '#e2e/support/intercept.ts';
import type { Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const firstRow = (page: Page) => page.locator('[data-row]').first();

/** Keeps the application's scripts back until the answered function is called; the document's own one runs. */
async function holdScripts(page: Page, site: Site): Promise<() => void> {
  const html = await (await fetch(`${site.url}/`)).text();
  const own = /<script\s+src="([^"]+)"/.exec(html)?.[1];
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await intercept(
    page,
    ({ pathname }) => pathname.endsWith('.js') && pathname !== own,
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return resolve;
}

/** Resources that a page asks the API for, in the order of asking. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/v1/api.ashx') calls.push(`${request.method()} ${searchParams.get('resource') ?? ''}`);
  });
  return calls;
}

function frameOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset['frame']);
}

/** Edges in px of what stands in the frame and in the application alike. */
function edgesOf(page: Page, selectors: readonly string[]): Promise<number[]> {
  return page.evaluate(
    (all) =>
      all.flatMap((selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return box === undefined ? [NaN] : [box.left, box.top, box.bottom];
      }),
    selectors,
  );
}

test.describe('the frame of the document', () => {
  test(
    'has the edges of the inbox that takes its place, without any script of the application',
    { tag: ['@desktop', '@phone'] },
    async ({ page, demoSite, isMobile }) => {
      await signIn(page, demoSite, { path: '/inbox' });
      await expect(firstRow(page)).toBeVisible();
      // On a phone there is one row above the list.
      const wanted = await edgesOf(page, ['main header', ...(isMobile ? [] : ['main header + div']), '[data-row]']);
      const release = await holdScripts(page, demoSite);
      await page.reload({ waitUntil: 'commit' });
      await expect(page.locator('.frame-console').getByText('Inbox').last()).toBeVisible();
      const frame = ['.frame-console > div:nth-child(2) > p', ...(isMobile ? [] : ['.frame-filters']), '.frame-row'];
      await expect(async () => {
        const shown = await edgesOf(page, frame);
        shown.forEach((edge, index) => expect(Math.abs(edge - (wanted[index] ?? NaN))).toBeLessThanOrEqual(1));
      }).toPass({ timeout: 7_000 });
      release();
      await expect(firstRow(page)).toBeVisible();
      await expect(page.locator('#frame')).toHaveCount(0);
    },
  );

  test('is the sign-in page where no tab is signed in, and never that of somebody who is', async ({
    page,
    demoSite,
  }) => {
    const release = await holdScripts(page, demoSite);
    await page.goto('/sign-in', { waitUntil: 'commit' });
    await expect(page.locator('.frame-sign-in')).toBeVisible();
    await expect(page.locator('.frame-console')).toBeHidden();
    await page.goto('/inbox', { waitUntil: 'commit' });
    await expect.poll(() => frameOf(page)).toBe('sign-in');
    await expect(page.locator('.frame-console')).toBeHidden();
    release();
    await expect(page.getByRole('heading', { name: 'Sign in with an API token' })).toBeVisible();
    await expect(page.locator('#frame')).toHaveCount(0);

    await signIn(page, demoSite, { path: '/inbox' });
    await holdScripts(page, demoSite);
    for (const path of ['/sign-in', '/inbox', '/settings/keys']) {
      await page.goto(path, { waitUntil: 'commit' });
      await expect.poll(() => frameOf(page)).toBe('console');
    }
  });
});

test.describe('the early start', () => {
  test('asks who is signed in and for the first list beside the scripts, and once; a new tab learns of the session', async ({
    page,
    context,
    demoSite,
  }) => {
    await signIn(page, demoSite, { path: '/inbox' });
    await expect(firstRow(page)).toBeVisible();
    // The page before may still be asking for what it shows later; its calls are not the start's.
    await page.goto('about:blank');
    const release = await holdScripts(page, demoSite);
    const calls = watchCalls(page);
    await page.goto('/inbox', { waitUntil: 'commit' });
    await expect.poll(() => calls).toEqual(['GET whoami', 'GET tickets']);
    // Nothing of the token is left where others could read it.
    release();
    await expect(firstRow(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => 'earlyStart' in window)).toBe(false);
    await expect(page.getByRole('link', { name: /^Urgent/ })).toContainText(/\d/);
    expect(calls.filter((call) => call === 'GET whoami')).toHaveLength(1);

    const other = await context.newPage();
    const releaseOther = await holdScripts(other, demoSite);
    const otherCalls = watchCalls(other);
    await other.goto('/inbox', { waitUntil: 'commit' });
    await expect.poll(() => frameOf(other)).toBe('console');
    await expect.poll(() => otherCalls).toEqual(['GET whoami']);
    releaseOther();
    await expect(firstRow(other)).toBeVisible();
  });

  test('asks for the calls that the page of any view began with', async ({ page, demoSite }) => {
    await signIn(page, demoSite, { path: '/ai/usage' });
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await page.goto('about:blank');
    const release = await holdScripts(page, demoSite);
    const calls = watchCalls(page);
    await page.goto('/ai/usage', { waitUntil: 'commit' });
    await expect.poll(() => calls).toEqual(['GET whoami', 'GET ai_usage', 'GET ai_limits']);
    release();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    expect(calls.filter((call) => call === 'GET ai_limits')).toHaveLength(1);
  });

  test('gives way to the ordinary call where its answer is lost, and to the sign-in page where the token is refused', async ({
    page,
    site,
    problems,
  }) => {
    problems.allow(/ERR_FAILED/, /401/);
    await makeTicket(site);
    const { tokenId, token } = await site.issueToken({ scopes: ['read'] });
    await signIn(page, site, { path: '/inbox', token });
    await expect(firstRow(page)).toBeVisible();
    const lost = new Set<string>();
    await intercept(page, '**/v1/api.ashx?*', async (route) => {
      const resource = new URL(route.request().url()).searchParams.get('resource') ?? '';
      if (lost.has(resource)) return route.fallback();
      lost.add(resource);
      return route.abort();
    });
    await page.reload();
    await expect(firstRow(page)).toBeVisible();
    expect([...lost]).toEqual(expect.arrayContaining(['whoami', 'tickets']));

    const revoked = await site.call('DELETE', 'api_tokens', { query: { id: String(tokenId) } });
    expect(revoked.status).toBe(200);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in with an API token' })).toBeVisible();
  });

  test('takes the token of a start link out of the address and the history, before any script and any answer', async ({
    page,
    demoSite,
  }) => {
    const release = await holdScripts(page, demoSite);
    const answer = Promise.withResolvers<void>();
    await intercept(page, /resource=whoami/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(/resource=whoami/);
    await page.goto(`/sign-in#token=${demoSite.token}`, { waitUntil: 'commit' });
    await expect(page.locator('.frame-sign-in')).toBeVisible();
    await expect(page).toHaveURL(`${demoSite.url}/sign-in`);
    release();
    await asked;
    await expect(page).toHaveURL(`${demoSite.url}/sign-in`);
    answer.resolve();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await page.goBack();
    expect(page.url()).not.toContain(demoSite.token);
  });
});

test('Inter is fetched for the next visit and applied from its first paint on', async ({ page, demoSite }) => {
  const font = page.waitForResponse(/\.woff2$/);
  await signIn(page, demoSite, { path: '/inbox' });
  expect((await font).status()).toBe(200);
  const family = () => page.evaluate(() => getComputedStyle(document.body).fontFamily);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('support-console:font'))).toBe('inter');
  // Not while it is read.
  await expect.poll(family).not.toContain('Inter');
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(family).toContain('Inter');
});
