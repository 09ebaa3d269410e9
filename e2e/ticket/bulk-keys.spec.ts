import type { Page } from '@playwright/test';
import { intercept } from '#e2e/support/intercept.ts';
import { expect, test } from '#e2e/support/test.ts';
import { bar } from '#e2e/inbox/bulk-support.ts';
import { row } from '#e2e/inbox/inbox-support.ts';
import { showNew } from '#e2e/inbox/verbs-support.ts';
import { answersOf, reply, statusesOf } from './ticket-support.ts';

/** Holds the call of a bulk change, but not its dry run, until the returned function is called. */
async function holdBulk(page: Page): Promise<() => Promise<void>> {
  const { promise: released, resolve } = Promise.withResolvers<void>();
  let isAskedFor = false;
  await intercept(page, /resource=tickets_bulk/, async (route) => {
    if (route.request().postData()?.includes('dry_run') === true) return route.continue();
    isAskedFor = true;
    await released;
    return route.continue();
  });
  return async () => {
    await expect.poll(() => isAskedFor).toBe(true);
    resolve();
  };
}

const ids = (made: readonly { readonly id: string }[]) => made.map(({ id }) => ({ id: Number(id) }));

test('IN-11: after the key of a bulk change, the next key is for the row of the cursor; on a ticket of the change it does nothing and says so', async ({
  page,
  site,
}) => {
  const made = await showNew(page, site, 'Brake squeals', 5);
  const release = await holdBulk(page);
  for (const key of ['Shift+J', 'e', 'j', 'p', 'k', 'k', 'p']) await page.keyboard.press(key);
  await expect(page.getByText('A bulk change is running. Wait until it finishes, or stop it.')).toBeVisible();
  await expect.poll(() => statusesOf(site, ids(made))).toEqual(['open', 'open', 'pending', 'open', 'open']);
  for (const key of ['j', 'j', 'j', 'x', 'k']) await page.keyboard.press(key);
  await release();
  await expect(page.getByRole('region', { name: 'Bulk change' })).toContainText('2 changed');
  expect(await statusesOf(site, ids(made))).toEqual(['resolved', 'resolved', 'pending', 'open', 'open']);
  await expect(bar(page)).toContainText('1 selected');
  await page.keyboard.press('Shift+E');
  await expect.poll(() => statusesOf(site, ids(made))).toEqual(['resolved', 'resolved', 'pending', 'open', 'closed']);
});

test.describe('with a message that waits', () => {
  test.use({ undoSendSeconds: '30' });

  test('IN-38: a status set for several tickets sends the reply that waits to set one of them first', async ({
    page,
    site,
  }) => {
    const made = await showNew(page, site, 'Light flickers', 4);
    const first = made[0]?.id ?? '';
    await row(page, 0).click();
    await reply(page).fill('On its way');
    await page.keyboard.press('Control+Shift+Enter');
    for (const key of ['k', 'Shift+J', 'p']) await page.keyboard.press(key);
    await expect.poll(() => statusesOf(site, ids(made))).toEqual(['pending', 'pending', 'open', 'open']);
    expect(await answersOf(site, Number(first))).toEqual(['On its way']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => statusesOf(site, ids(made))).toEqual(['resolved', 'open', 'open', 'open']);
    await page.keyboard.press('Control+z');
    await expect.poll(() => statusesOf(site, ids(made))).toEqual(['open', 'open', 'open', 'open']);
  });
});
