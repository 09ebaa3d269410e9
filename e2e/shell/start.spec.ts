import type { Page } from '@playwright/test';
import { holdCalls } from '#e2e/support/hold-calls.ts';
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

test('the document shows a frame in a signed-in tab until the application has loaded', async ({ page, demoSite }) => {
  const frame = page.locator('#frame');
  let release = await holdScripts(page, demoSite);
  for (const path of ['/sign-in', '/inbox']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(frame).toBeAttached();
    await expect(frame).toBeHidden();
  }
  release();
  await expect(page.getByRole('heading', { name: 'Sign in with an API token' })).toBeVisible();

  await signIn(page, demoSite, { path: '/inbox' });
  release = await holdScripts(page, demoSite);
  await page.goto('/health', { waitUntil: 'commit' });
  await expect(frame).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible();
  await expect(frame).toHaveCount(0);
});

test('a reload asks for whoami and the first list at the same time', async ({ page, demoSite }) => {
  await signIn(page, demoSite, { path: '/inbox' });
  await expect(firstRow(page)).toBeVisible();
  // Ends the requests of the page before.
  await page.goto('about:blank');
  const release = await holdCalls(page, /resource=whoami/);
  const calls = watchCalls(page);
  await page.goto('/inbox', { waitUntil: 'commit' });
  await expect(firstRow(page)).toBeVisible();
  expect(calls.filter((call) => call === 'GET whoami')).toHaveLength(1);
  release();
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
  await expect(page).toHaveURL(`${demoSite.url}/sign-in`);
  release();
  await asked;
  await expect(page).toHaveURL(`${demoSite.url}/sign-in`);
  answer.resolve();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await page.goBack();
  expect(page.url()).not.toContain(demoSite.token);
});
