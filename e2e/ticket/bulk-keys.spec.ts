import type { Page } from '@playwright/test';
import { intercept } from '#e2e/support/intercept.ts';
import { expect, test } from '#e2e/support/test.ts';
import { bar, panel } from '#e2e/inbox/bulk-support.ts';
import { row } from '#e2e/inbox/inbox-support.ts';
import { showNew, stored } from '#e2e/inbox/verbs-support.ts';
import { answersOf, button, readTicket, reply, statusesOf } from './ticket-support.ts';

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

/** The answer to the dry run comes once the function given to `release` is done. */
async function holdDryRun(page: Page) {
  const [isAsked, isReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await intercept(page, /resource=tickets_bulk/, async (route) => {
    if (route.request().postData()?.includes('dry_run') !== true) return route.continue();
    const response = await route.fetch();
    isAsked.resolve();
    await isReleased.promise;
    return route.fulfill({ response });
  });
  return async (meanwhile: () => Promise<void>) => {
    await isAsked.promise;
    await meanwhile();
    isReleased.resolve();
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
  await expect(page.getByRole('region', { name: 'Bulk change' })).toContainText('All 2 are now resolved.');
  expect(await statusesOf(site, ids(made))).toEqual(['resolved', 'resolved', 'pending', 'open', 'open']);
  await expect(bar(page)).toContainText('1 selected');
  await page.keyboard.press('Shift+E');
  await expect.poll(() => statusesOf(site, ids(made))).toEqual(['resolved', 'resolved', 'pending', 'open', 'closed']);
});

test('IN-11: the panel of a bulk change covers neither the ticket on screen nor the reply being written', async ({
  page,
  site,
}) => {
  const made = await showNew(page, site, 'Spokes broken', 4);
  for (const key of ['Shift+J', 'p', 'j', 'Shift+R', 'e', 'z']) await page.keyboard.press(key);
  await expect(reply(page)).toHaveValue('ez');
  await expect(panel(page)).toContainText('All 2 are now pending.');
  await page.keyboard.press('e');
  await expect(reply(page)).toBeFocused();
  await expect(reply(page)).toHaveValue('eze');
  expect(await statusesOf(site, ids(made))).toEqual(['pending', 'pending', 'open', 'open']);
});

test('IN-14: a change made just before a bulk change is saved first, and Ctrl Z undoes the bulk change first', async ({
  page,
  site,
}) => {
  const made = await showNew(page, site, 'Chain slips', 3);
  for (const key of ['p', 'k', 'Shift+J', 'e', 'Control+z']) await page.keyboard.press(key);
  await expect(panel(page)).toBeVisible();
  await expect.poll(() => statusesOf(site, ids(made))).toEqual(['pending', 'open', 'open']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => statusesOf(site, ids(made))).toEqual(['open', 'open', 'open']);
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

  test('IN-38: a message sent while a bulk change runs is posted after it', async ({ page, site }) => {
    const made = await showNew(page, site, 'Rim is bent', 3);
    const first = made[0]?.id ?? '';
    const release = await holdBulk(page);
    for (const key of ['Shift+J', 'a', '1']) await page.keyboard.press(key);
    await expect(row(page, 0)).toContainText('Saving');
    await row(page, 0).click();
    await reply(page).fill('A new one is in the post');
    await page.keyboard.press('Control+Shift+Enter');
    await row(page, 0).click();
    await page.getByRole('region', { name: 'Reply or note' }).getByRole('button', { name: 'Send now' }).click();
    await expect(row(page, 0)).toContainText('Sending');
    // A ticket outside the bulk change is saved meanwhile.
    await row(page, 2).click();
    await page.keyboard.press('p');
    await expect.poll(() => statusesOf(site, ids(made))).toEqual(['open', 'open', 'pending']);
    await release();
    await expect.poll(() => statusesOf(site, ids(made))).toEqual(['resolved', 'open', 'pending']);
    expect(await answersOf(site, Number(first))).toEqual(['A new one is in the post']);
    await expect.poll(async () => (await readTicket(site, Number(first))).assignee_name).not.toBeNull();
  });

  test('IN-11: a message sent between the dry run and the change makes none of its tickets fail', async ({
    page,
    site,
  }) => {
    const made = await showNew(page, site, 'Bell is silent', 4);
    const first = made[0]?.id ?? '';
    const release = await holdDryRun(page);
    await row(page, 0).click();
    await reply(page).fill('Seen to');
    await page.keyboard.press('Control+Shift+Enter');
    for (const key of ['k', 'Shift+J', 'a', '1']) await page.keyboard.press(key);
    await release(async () => {
      await row(page, 0).click();
      await button(page, 'Send now').click();
      await expect.poll(async () => (await stored(site, first)).status).toBe('resolved');
    });
    await expect.poll(() => statusesOf(site, ids(made))).toEqual(['resolved', 'open', 'open', 'open']);
    expect(await answersOf(site, Number(first))).toEqual(['Seen to']);
    await expect.poll(async () => (await readTicket(site, Number(first))).assignee_name).not.toBeNull();
  });
});
