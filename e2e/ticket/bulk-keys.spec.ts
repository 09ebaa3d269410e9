import type { Page } from '@playwright/test';
import { intercept } from '#e2e/support/intercept.ts';
import { expect, test } from '#e2e/support/test.ts';
import { bar, panel } from '#e2e/inbox/bulk-support.ts';
import { row } from '#e2e/inbox/inbox-support.ts';
import { showNew, stored } from '#e2e/inbox/verbs-support.ts';
import { answersOf, button, heading, readTicket, reply, statusesOf } from './ticket-support.ts';

/** What a bulk change sends once its tickets are judged waits until the returned function is called. */
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

/** The service has had the dry run or the change itself; its answer comes when what `release` is given is through. */
async function holdAnswer(page: Page, held: 'dry run' | 'change') {
  const [isAsked, isReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await intercept(page, /resource=tickets_bulk/, async (route) => {
    const isDryRun = route.request().postData()?.includes('dry_run') === true;
    if (isDryRun !== (held === 'dry run')) return route.continue();
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

test('IN-11: from the key on that changes several, the next one is for the row of the cursor; on one of them it does nothing and says so; what is ticked meanwhile stays', async ({
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

for (const { title, keys } of [
  {
    title: 'IN-11: the panel of a bulk change leaves the reply that is being written',
    keys: ['Shift+R'],
  },
  { title: 'IN-11: the panel of a bulk change leaves the ticket gone to', keys: ['j', 'Shift+R'] },
]) {
  test(title, async ({ page, site }) => {
    const made = await showNew(page, site, 'Spokes broken', 4);
    for (const key of ['Shift+J', 'p', ...keys, 'e', 'z']) await page.keyboard.press(key);
    await expect(reply(page)).toHaveValue('ez');
    await expect(panel(page)).toContainText('All 2 are now pending.');
    await page.keyboard.press('e');
    await expect(reply(page)).toBeFocused();
    await expect(reply(page)).toHaveValue('eze');
    expect(await statusesOf(site, ids(made))).toEqual(['pending', 'pending', 'open', 'open']);
  });
}

test('IN-14: a change made just before one of several is saved before it, and Ctrl Z means the newer one at once', async ({
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

  test('IN-38: a status set for several goes before one that waits with a message, and taken back leaves it as it was', async ({
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
    await page.keyboard.press('Control+z');
    await expect.poll(() => statusesOf(site, ids(made))).toEqual(['open', 'open', 'open', 'open']);
    // Where the list was asked for again in between, its row has left it and comes back.
    await page.getByRole('row', { name: 'Light flickers number 1' }).click();
    await expect(heading(page, 'Light flickers number 1')).toBeVisible();
    await button(page, 'Send now').click();
    await expect.poll(async () => (await stored(site, first)).status).toBe('resolved');
  });

  test('IN-38: a message that is written and sent while several are changed goes behind that', async ({
    page,
    site,
  }) => {
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
    // What waits for nothing is through meanwhile.
    await row(page, 2).click();
    await page.keyboard.press('p');
    await expect.poll(() => statusesOf(site, ids(made))).toEqual(['open', 'open', 'pending']);
    await release();
    await expect.poll(() => statusesOf(site, ids(made))).toEqual(['resolved', 'open', 'pending']);
    expect(await answersOf(site, Number(first))).toEqual(['A new one is in the post']);
    await expect.poll(async () => (await readTicket(site, Number(first))).assignee_name).not.toBeNull();
  });

  for (const { title, held } of [
    { title: 'IN-11: a message that is sent once the tickets were judged refuses none of them', held: 'dry run' },
    { title: 'IN-38: a message that is due while several are changed is sent behind that', held: 'change' },
  ] as const) {
    test(title, async ({ page, site }) => {
      const made = await showNew(page, site, 'Bell is silent', 4);
      const first = made[0]?.id ?? '';
      const release = await holdAnswer(page, held);
      await row(page, 0).click();
      await reply(page).fill('Seen to');
      await page.keyboard.press('Control+Shift+Enter');
      for (const key of ['k', 'Shift+J', 'a', '1']) await page.keyboard.press(key);
      await release(async () => {
        await row(page, 0).click();
        await button(page, 'Send now').click();
        if (held === 'dry run') await expect.poll(async () => (await stored(site, first)).status).toBe('resolved');
        else await expect(row(page, 0)).toContainText('Sending');
      });
      await expect.poll(() => statusesOf(site, ids(made))).toEqual(['resolved', 'open', 'open', 'open']);
      expect(await answersOf(site, Number(first))).toEqual(['Seen to']);
      await expect.poll(async () => (await readTicket(site, Number(first))).assignee_name).not.toBeNull();
    });
  }
});
