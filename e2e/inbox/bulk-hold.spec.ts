import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from '#e2e/support/test.ts';
import { bar, countStored, heading, makeTickets, panel, selectAll, storedTickets } from './bulk-support.ts';
import { grid, row } from './inbox-support.ts';

test('IN-37: over 50 tickets are held: keys typed on do not answer the question, Esc takes it back; the number on the button is the number changed', async ({
  page,
  site,
}) => {
  const ids = await makeTickets(site, 'Seatpost slips', 60);
  const change = (some: readonly number[], body: object) =>
    Promise.all(some.map((id) => site.call('PATCH', 'ticket', { body: { id, ...body } })));
  await change(ids.slice(55), { status: 'closed' });
  const before = await storedTickets(site, { order_by: 'created' });
  await selectAll(page, site, { count: 60 });

  // A held Enter does not answer the question either.
  await page.keyboard.press('Shift+P');
  await expect(page.getByRole('listbox', { name: 'Change priority' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.down('Enter');
  for (const key of ['j', 'e', 'x']) await page.keyboard.press(key);
  const question = page.getByRole('dialog').getByRole('button', { name: 'Set 60 tickets to low' });
  await expect(question).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(question).toBeFocused();
  await expect(bar(page)).toContainText('60 matching tickets selected');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(row(page, 0)).toBeFocused();
  expect(await storedTickets(site, { order_by: 'created' })).toEqual(before);

  // Nobody has seen this one.
  await makeTickets(site, 'Seatpost slips', 1);
  await page.keyboard.press('Shift+E');
  // Its name has the number.
  const dialog = page.getByRole('dialog', { name: /^Close \d+ tickets$/ });
  const main = dialog.getByRole('button', { name: /^Close \d/ });
  await expect(main).toHaveText('Close 56 tickets');
  await expect(main).toBeFocused();
  await expect(dialog).toContainText('56 tickets will be closed. You can undo this for 24 hours.');
  await expect(dialog).toContainText('61 tickets match now; 60 matched when you selected them.');
  await expect(dialog).toContainText('5 are already closed and won’t be changed.');
  await checkA11y(page);
  await page.keyboard.press('Enter');

  await expect(heading(page)).toHaveText('All 61 are now closed.');
  await expect(panel(page)).toContainText('56 changed5 already closed0 failed0 to do');
  await expect(page.getByText('56 tickets closed, 5 already closed')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await expect(grid(page).locator('[data-row]:focus')).toBeVisible();
  expect(await countStored(site, ({ status }) => status === 'closed')).toBe(61);

  await panel(page).getByRole('button', { name: 'Undo 56' }).click();
  await expect(heading(page)).toHaveText('All 56 are as before.');
  await expect(page.getByText('56 tickets closed')).toBeHidden();
  expect(await countStored(site, ({ status }) => status === 'closed')).toBe(5);
});
