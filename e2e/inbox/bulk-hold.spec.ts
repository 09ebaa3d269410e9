import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from '#e2e/support/test.ts';
import { bar, countStored, heading, makeTickets, panel, selectAll, storedTickets } from './bulk-support.ts';
import { grid, row } from './inbox-support.ts';

test('IN-37: over 50 tickets are held: keys typed on do not answer the question, Esc takes it back; what is in the set, parts left out by keys, the number on the button is the number changed', async ({
  page,
  site,
}) => {
  const ids = await makeTickets(site, 'Seatpost slips', 60);
  const change = (some: readonly number[], body: object) =>
    Promise.all(some.map((id) => site.call('PATCH', 'ticket', { body: { id, ...body } })));
  await change(ids.slice(0, 5), { priority: 'urgent' });
  // Two of them are urgent as well: parts overlap.
  await change(ids.slice(3, 9), { assignee_agent_id: site.agentId });
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
  const [late] = await makeTickets(site, 'Seatpost slips', 1);
  await page.keyboard.press('Shift+E');
  // Its name has the number.
  const dialog = page.getByRole('dialog', { name: /^Close \d+ tickets$/ });
  const main = dialog.getByRole('button', { name: /^Close \d/ });
  await expect(main).toHaveText('Close 56 tickets');
  await expect(main).toBeFocused();
  await expect(dialog).toContainText('56 tickets will be closed. You can undo this for 24 hours.');
  await expect(dialog).toContainText('61 tickets match now; 60 matched when you selected them.');
  await expect(dialog).toContainText('5 are already closed and won’t be changed.');
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
  await expect(dialog).toContainText('9 are left out. They stay selected.');
  await expect(part('Urgent 5 left out')).not.toBeChecked();
  await page.keyboard.press('Enter');

  await expect(heading(page)).toHaveText('All 52 are now closed.');
  await expect(panel(page)).toContainText('47 changed5 already closed0 failed0 to do');
  await expect(page.getByText('47 tickets closed, 5 already closed')).toBeVisible();
  await expect(bar(page)).toContainText('9 selected');
  await expect(grid(page).locator('[data-row]:focus')).toBeVisible();
  const stored = await storedTickets(site);
  const open = stored.filter(({ status }) => status === 'open').map(({ id }) => id);
  expect(new Set(open)).toEqual(new Set(ids.slice(0, 9)));
  expect(stored.find(({ id }) => id === late)?.status).toBe('closed');

  await panel(page).getByRole('button', { name: 'Undo 47' }).click();
  await expect(heading(page)).toHaveText('All 47 are as before.');
  await expect(page.getByText('47 tickets closed')).toBeHidden();
  expect(await countStored(site, ({ status }) => status === 'closed')).toBe(5);
});
