import type { Page } from '@playwright/test';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const SCRIPTS = /\/assets\/(?!start-)[^/]+\.js$/;

/** Keeps the application's scripts back until the answered function is called; the document's first script runs. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(SCRIPTS, async (route) => {
    await released;
    await route.continue();
  });
  return release;
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
  for (const device of ['@desktop', '@phone']) {
    test(`has the edges of the inbox that takes its place, without any script of the application ${device}`, async ({
      page,
      service,
    }) => {
      await signIn(page, service, { path: '/inbox' });
      await expect(page.locator('[data-row]').first()).toBeVisible();
      // On a phone there is one row above the list.
      const hasFilters = device === '@desktop';
      const filters = hasFilters ? ['main header + div'] : [];
      const wanted = await edgesOf(page, ['main header', ...filters, '[data-row]']);
      const release = await holdScripts(page);
      await page.reload({ waitUntil: 'commit' });
      await expect(page.locator('.frame-console').getByText('Inbox').last()).toBeVisible();
      const frame = ['.frame-console > div:nth-child(2) > p', ...(hasFilters ? ['.frame-filters'] : []), '.frame-row'];
      const shown = await edgesOf(page, frame);
      shown.forEach((edge, index) => expect(Math.abs(edge - (wanted[index] ?? NaN))).toBeLessThanOrEqual(1));
      release();
      await expect(page.locator('[data-row]').first()).toBeVisible();
      await expect(page.locator('#frame')).toHaveCount(0);
    });
  }

  test('is the sign-in page at /sign-in, and where no tab is signed in', async ({ page, service }) => {
    const release = await holdScripts(page);
    await page.goto(`${service.url}/sign-in`, { waitUntil: 'commit' });
    await expect(page.locator('.frame-sign-in')).toBeVisible();
    await expect(page.locator('.frame-console')).toBeHidden();
    await page.goto(`${service.url}/inbox`, { waitUntil: 'commit' });
    await expect.poll(() => frameOf(page)).toBe('sign-in');
    await expect(page.locator('.frame-console')).toBeHidden();
    release();
    await expect(page.getByRole('heading', { name: 'Sign in with an API token' })).toBeVisible();
    await expect(page.locator('#frame')).toHaveCount(0);
  });

  test('is never the sign-in page of somebody who is signed in', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox' });
    await holdScripts(page);
    for (const path of ['/sign-in', '/inbox', '/settings/keys']) {
      await page.goto(`${service.url}${path}`, { waitUntil: 'commit' });
      await expect.poll(() => frameOf(page)).toBe('console');
    }
  });
});

test.describe('the early start', () => {
  test('asks who is signed in and for the first list beside the scripts, and once', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox' });
    await expect(page.locator('[data-row]').first()).toBeVisible();
    // The page before may still be asking for what it shows later; its calls are not the start's.
    await page.goto('about:blank');
    const release = await holdScripts(page);
    const calls = watchCalls(page);
    await page.goto(`${service.url}/inbox`, { waitUntil: 'commit' });
    await expect.poll(() => calls).toEqual(['GET whoami', 'GET tickets']);
    // Nothing of the token is left where others could read it.
    release();
    await expect(page.locator('[data-row]').first()).toBeVisible();
    expect(await page.evaluate(() => 'earlyStart' in window)).toBe(false);
    await expect(page.getByRole('link', { name: /^Urgent/ })).toContainText(/\d/);
    expect(calls.filter((call) => call === 'GET whoami')).toHaveLength(1);
  });

  test('gives way to the ordinary call where its answer is lost', async ({ page, service, problems }) => {
    problems.allow(/ERR_FAILED/);
    await signIn(page, service, { path: '/inbox' });
    await expect(page.locator('[data-row]').first()).toBeVisible();
    const lost = new Set<string>();
    await page.route('**/v1/api.ashx?*', async (route) => {
      const resource = new URL(route.request().url()).searchParams.get('resource') ?? '';
      if (lost.has(resource)) return route.fallback();
      lost.add(resource);
      return route.abort();
    });
    await page.reload();
    await expect(page.locator('[data-row]').first()).toBeVisible();
  });

  test('leads to the sign-in page where the token is refused', async ({ page, ownService, problems }) => {
    problems.allow(/401/);
    const made = await ownService.call('POST', 'api_tokens', { body: { label: 'Short', scopes: ['read'] } });
    const { id, token } = (made.json as { data: { id: number; token: string } }).data;
    await signIn(page, ownService, { path: '/inbox', token });
    await expect(page.locator('[data-row]').first()).toBeVisible();
    await ownService.call('DELETE', 'api_tokens', { query: { id: String(id) } });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in with an API token' })).toBeVisible();
  });

  test('a new tab learns of the session before the application is there', async ({ page, context, service }) => {
    await signIn(page, service, { path: '/inbox' });
    await expect(page.locator('[data-row]').first()).toBeVisible();
    const other = await context.newPage();
    const release = await holdScripts(other);
    const calls = watchCalls(other);
    await other.goto(`${service.url}/inbox`, { waitUntil: 'commit' });
    await expect.poll(() => frameOf(other)).toBe('console');
    await expect.poll(() => calls).toEqual(['GET whoami']);
    release();
    await expect(other.locator('[data-row]').first()).toBeVisible();
  });

  test('takes the token of a start link out of the address before any script of the application', async ({
    page,
    service,
  }) => {
    const release = await holdScripts(page);
    await page.goto(`${service.url}/sign-in#token=${service.tokens.all}`, { waitUntil: 'commit' });
    await expect(page.locator('.frame-sign-in')).toBeVisible();
    expect(page.url()).toBe(`${service.url}/sign-in`);
    release();
    await expect(page.getByRole('navigation').first()).toBeVisible();
  });

  test('a start link is out of the address and the history while the service is still being asked', async ({
    page,
    service,
  }) => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const asked = page.waitForRequest(/resource=whoami/);
    await page.route(/resource=whoami/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${service.url}/sign-in#token=${service.tokens.all}`);
    await asked;
    expect(page.url()).toBe(`${service.url}/sign-in`);
    release();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await page.goBack();
    expect(page.url()).not.toContain(service.tokens.all);
  });
});

test('Inter is fetched for the next visit and applied from its first paint on', async ({ page, service }) => {
  const font = page.waitForResponse(/inter-latin-wght.*\.woff2$/);
  await signIn(page, service, { path: '/inbox' });
  expect((await font).status()).toBe(200);
  const family = () => page.evaluate(() => getComputedStyle(document.body).fontFamily);
  expect(await family()).not.toContain('Inter');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('support-console:font'))).toBe('inter');
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(family).toContain('Inter');
});
