import type { Page } from '@playwright/test';
import { intercept } from '#e2e/support/intercept.ts';
import type { Site } from '#e2e/support/service.ts';
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

test('SI-03: a start link loses its token before any script and any answer; a signed-in tab shows a frame until the application has loaded', async ({
  page,
  demoSite,
}) => {
  const frame = page.locator('#frame');
  let release = await holdScripts(page, demoSite);
  const answer = Promise.withResolvers<void>();
  await intercept(page, /resource=whoami/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/resource=whoami/);
  await page.goto(`/sign-in#token=${demoSite.token}`, { waitUntil: 'commit' });
  await expect(page).toHaveURL(`${demoSite.url}/sign-in`);
  await expect(frame).toBeAttached();
  await expect(frame).toBeHidden();
  release();
  await asked;
  await expect(page).toHaveURL(`${demoSite.url}/sign-in`);
  answer.resolve();
  await expect(page.getByRole('navigation').first()).toBeVisible();

  release = await holdScripts(page, demoSite);
  await page.goto('/csat', { waitUntil: 'commit' });
  await expect(frame).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'CSAT' })).toBeVisible();
  await expect(frame).toHaveCount(0);
  await page.goBack();
  expect(page.url()).not.toContain(demoSite.token);
});
