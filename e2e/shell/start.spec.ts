import type { Page } from '@playwright/test';
import { intercept } from '#e2e/support/intercept.ts';
import type { Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

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
