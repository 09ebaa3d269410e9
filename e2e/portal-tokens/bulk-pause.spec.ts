import type { Page } from '@playwright/test';
import { intercept } from '#e2e/support/intercept.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { linksOf, PAGE, storedIn } from './portal-tokens-support.ts';

/** Answers the first call of a job alone until all are let through: the job stands still at a known place. */
async function holdAfterFirst(page: Page) {
  let isHeld = true;
  const keys: (string | undefined)[] = [];
  await intercept(page, '**/v1/api.ashx?resource=portal_token', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length === 1 || !isHeld) await route.continue();
  });
  return {
    keys: () => keys,
    beginAnew: () => keys.splice(0),
    release: () => {
      isHeld = false;
    },
  };
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Issue many links' });

async function begin(page: Page, addresses: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Issue many' }).click();
  await dialogOf(page).getByRole('textbox', { name: 'Email addresses' }).fill(addresses.join('\n'));
  await dialogOf(page)
    .getByRole('button', { name: `Issue ${addresses.length} links` })
    .click();
  await expect(dialogOf(page)).toContainText(`1 of ${addresses.length}`);
}

test('PT-08: issuing many is stopped only when that is meant, and nothing of it is left in the tab; it is paused, goes on, and goes on after a reload while it was paused', async ({
  page,
  site,
}) => {
  await signIn(page, site, { path: PAGE });
  const held = await holdAfterFirst(page);
  const dialog = dialogOf(page);
  await test.step('stopped', async () => {
    const addresses = ['first@stop.example', 'second@stop.example'] as const;
    await begin(page, addresses);
    await expect.poll(() => held.keys().length).toBe(2);
    const stop = dialog.getByRole('button', { name: 'Discard' });
    await stop.click();
    await expect(dialog).toContainText('Links already issued stay valid, but you won’t have them. Discard?');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('1 of 2');
    await stop.click();
    await stop.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^Issuing links/)).toHaveCount(0);
    await expect.poll(() => storedIn(page)).not.toContain('stop.example');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Issue many' })).toBeVisible();
    await expect(page.getByText(/^Issuing links/)).toHaveCount(0);
    expect(await linksOf(site, addresses[0])).toHaveLength(1);
    expect(await linksOf(site, addresses[1])).toHaveLength(0);
  });

  const addresses = ['first@pause.example', 'second@pause.example', 'third@pause.example'];
  held.beginAnew();
  await begin(page, addresses);
  await expect.poll(() => held.keys().length).toBe(2);
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(dialog).toContainText('Paused.');
  await dialog.locator('footer').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Paused at 1 of 3 links')).toBeVisible();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  // Goes on with the address that it was at, under the same key, and is held there once more.
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => held.keys().length).toBe(3);
  const keys = held.keys();
  expect(keys[2]).toBe(keys[1]);
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(dialog).toContainText('Paused.');

  held.release();
  page.once('dialog', (question) => void question.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog).toContainText('1 of 3 addresses were done when this page was reloaded.');
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('dialog', { name: 'All done' })).toBeVisible();
  expect(keys[3]).toBe(keys[0]);
  for (const address of addresses) expect(await linksOf(site, address)).toHaveLength(1);
});
