import type { Locator, Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from '#e2e/support/test.ts';
import { countStored, makeTickets, panel, selectAll, storedTickets } from './bulk-support.ts';
import { grid, row } from './inbox-support.ts';

const bar = (page: Page): Locator => page.getByRole('toolbar', { name: 'Change the selected tickets' });
const heading = (page: Page): Locator => panel(page).getByRole('heading', { level: 2 });

test('IN-37: over 50 tickets are held: what is in the set, parts left out by keys, the number on the button is the number changed', async ({
  page,
  service,
}) => {
  test.slow();
  const words = 'Seatpost slips';
  const ids = await makeTickets(service, words, 60);
  const change = (some: readonly number[], body: object) =>
    Promise.all(some.map((id) => service.call('PATCH', 'ticket', { body: { id, ...body } })));
  await change(ids.slice(0, 5), { priority: 'urgent' });
  // Two of them are urgent as well: parts overlap.
  await change(ids.slice(3, 9), { assignee_agent_id: service.agentId });
  await change(ids.slice(55), { status: 'closed' });
  await selectAll(page, service, words, { count: 60 });
  // Nobody has seen this one.
  const [late] = await makeTickets(service, words, 1);
  await page.keyboard.press('Shift+E');

  // Its name has the number.
  const dialog = page.getByRole('dialog', { name: /^Close \d+ tickets$/ });
  const main = dialog.getByRole('button', { name: /^Close \d/ });
  await expect(main).toHaveText('Close 56 tickets');
  await expect(main).toBeFocused();
  await expect(dialog).toContainText('56 tickets will be closed. This can be undone for 24 hours.');
  await expect(dialog).toContainText('61 tickets match now; it was 60 when you selected them.');
  await expect(dialog).toContainText('5 are already closed and will not be changed.');
  const part = (name: string) => dialog.getByRole('checkbox', { name });
  await expect(part('Never answered 56')).toBeChecked();
  await expect(part('Created in the last 24 hours 56')).toBeChecked();
  await checkA11y(page);

  // Up from the main button: the last part, then the one above.
  await page.keyboard.press('ArrowUp');
  await expect(part('Assigned to Robin Tester 6')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(main).toHaveText('Close 50 tickets');
  await part('Urgent 5').click();
  // 5 and 6, of which 2 are the same.
  await expect(main).toHaveText('Close 47 tickets');
  await expect(dialog).toContainText('9 are left out: they are not changed and stay selected.');
  await expect(part('Urgent 5 left out')).not.toBeChecked();
  await page.keyboard.press('Enter');

  await expect(heading(page)).toHaveText('All 52 are now closed.');
  await expect(panel(page)).toContainText('47 changed5 already closed0 failed0 to do');
  await expect(page.getByText('47 tickets closed, 5 already closed')).toBeVisible();
  await expect(bar(page)).toContainText('9 selected');
  await expect(grid(page).locator('[data-row]:focus')).toBeVisible();
  const stored = await storedTickets(service, words);
  const open = stored.filter(({ status }) => status === 'open').map(({ id }) => id);
  expect(new Set(open)).toEqual(new Set(ids.slice(0, 9)));
  expect(stored.find(({ id }) => id === late)?.status).toBe('closed');

  await panel(page).getByRole('button', { name: 'Undo 47' }).click();
  await expect(heading(page)).toHaveText('All 47 are as before.');
  await expect(page.getByText('47 tickets closed')).toBeHidden();
  expect(await countStored(service, words, ({ status }) => status === 'closed')).toBe(5);
});

test('while the question comes no key does anything; a held Enter does not answer it, Esc takes it back', async ({
  page,
  service,
}) => {
  const words = 'Chainguard rubs';
  await makeTickets(service, words, 51);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/hold-dialog-[^/]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await selectAll(page, service, words, { count: 51 });
  await page.keyboard.press('Shift+P');
  await expect(page.getByRole('listbox', { name: 'Change priority' })).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.down('Enter');
  for (const key of ['j', 'e', 'x']) await page.keyboard.press(key);
  release();
  const main = page.getByRole('dialog').getByRole('button', { name: 'Set 51 tickets to urgent' });
  await expect(main).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(main).toBeFocused();
  await expect(bar(page)).toContainText('51 matching tickets selected');
  await page.keyboard.press('Escape');
  await expect(main).toBeHidden();
  await expect(row(page, 0)).toBeFocused();
  expect(await countStored(service, words, ({ status, priority }) => status === 'open' && priority === 'normal')).toBe(
    51,
  );
});

test(
  'a service without extensions: the loaded tickets are held, and what is left out is not changed',
  { tag: '@document' },
  async ({ page, service }) => {
    test.slow();
    const words = 'Dropout cracked';
    const ids = await makeTickets(service, words, 52);
    for (const id of ids.slice(0, 50))
      await service.call('PATCH', 'ticket', { body: { id, ...(id === ids[0] ? {} : { priority: 'urgent' }) } });
    await selectAll(page, service, words, { count: 52, path: '&limit=100' });
    await page.keyboard.press('Shift+E');
    const dialog = page.getByRole('dialog', { name: /^Close \d+ tickets$/ });
    await expect(dialog).toContainText('52 tickets will be closed. Undo writes the old values again.');
    await dialog.getByRole('checkbox', { name: 'Urgent 49' }).click();
    await expect(dialog.getByRole('button', { name: 'Close 3 tickets' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText('All 3 are now closed.');
    await expect(bar(page)).toContainText('49 selected');
    expect(await countStored(service, words, ({ status }) => status === 'closed')).toBe(3);
  },
);
