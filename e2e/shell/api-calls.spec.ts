import type { Locator, Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { openPalette } from '#e2e/support/open-palette.ts';

const calls = (page: Page): Locator => page.getByRole('dialog', { name: 'API calls' });
const lines = (page: Page): Locator => calls(page).getByRole('listitem');

test('an error block leads to the call that failed; each call is listed with time, request id and curl, without the token', async ({
  page,
  context,
  site,
  problems,
}) => {
  problems.allow(/404/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, site, { path: '/tickets/90412' });
  await page.getByRole('button', { name: 'Show API call' }).click();
  const open = calls(page).locator('details[open]');
  await expect(open).toHaveCount(1);
  await expect(open).toContainText('404');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Show API call' })).toBeFocused();

  await page.getByRole('button', { name: 'Back to inbox' }).click();
  await page.getByRole('button', { name: 'New ticket' }).click();
  const form = page.getByRole('dialog', { name: 'New ticket' });
  await form.getByLabel('Subject').fill("It's a call");
  await form.getByRole('button', { name: 'Create ticket' }).click();
  await expect(form).toBeHidden();
  await settled(page);
  const listed = page.waitForResponse(/resource=tickets&/);
  await page.keyboard.press('r');
  const requestId = (await (await listed).headerValue('x-svc-request-id')) ?? 'none';
  await settled(page);

  await openPalette(page);
  await page.getByRole('combobox', { name: 'Command palette' }).fill('>api calls');
  await page.keyboard.press('Enter');
  const write = lines(page).filter({ hasText: 'POST' }).first();
  await write.locator('summary').click();
  await expect(write.locator('pre')).toContainText('Idempotency-Key');
  await expect(write.locator('pre')).toContainText(String.raw`It'\''s a call`);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Velo Works/ }).click();
  await page.getByRole('button', { name: 'API calls', exact: true }).click();
  const listings = lines(page).filter({ hasText: 'tickets' });
  for (const summary of await listings.locator('summary').all()) await summary.press('Enter');
  const line = listings.filter({ hasText: requestId });
  await expect(line).toHaveCount(1);
  await expect(line).toContainText('GET');
  await expect(line).toContainText('200');
  await expect(line).toContainText(/\d ms/);
  await expect(calls(page)).not.toContainText(/s(ck|ct)_\w{44}/);
  await checkA11y(page);
  await line.getByRole('button', { name: 'Copy as curl' }).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toContain('$SUPPORT_TOKEN');
  const url = /'(http[^']+)'/.exec(await clipboard())?.[1] ?? '';
  // The copied call works.
  const again = await fetch(url, { headers: { authorization: `Bearer ${site.token}` } });
  expect(again.status).toBe(200);
});
