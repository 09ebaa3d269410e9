import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { makeTickets } from './bulk-support.ts';
import { expectTotal, grid, param, row } from './inbox-support.ts';

test('IN-01: Enter and Down go to the results, Esc keeps the text, and a second one takes it away', async ({
  page,
  service,
}) => {
  await makeTickets(service, 'searchkeys', 2);
  await signIn(page, service, { path: '/inbox?status=all' });
  await expect(row(page, 0).getByRole('link')).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Search tickets' });
  const held = Promise.withResolvers<void>();
  await page.route(/resource=tickets&.*q=searchkeys/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press('/');
  await page.keyboard.type('searchkeys');
  await page.keyboard.press('Enter');
  await expect.poll(() => param(page, 'q')).toBe('searchkeys');
  // Nothing of the list before is gone to.
  await expect(box).toBeFocused();
  held.resolve();
  await expectTotal(page, 2);
  await expect(row(page, 0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 1)).toBeFocused();

  await page.keyboard.press('/');
  await expect(box).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 0)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Ticket', exact: true })).toBeFocused();
  await page.goBack();
  await expect(row(page, 0)).toBeFocused();
  await expect(box).toHaveValue('searchkeys');

  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await expect(row(page, 0)).toBeFocused();
  await expect(box).toHaveValue('searchkeys');
  expect(param(page, 'q')).toBe('searchkeys');
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('');
  await expect(box).toBeFocused();
  await expect.poll(() => param(page, 'q')).toBeNull();

  // Esc, and then something else: the next Esc is no second one.
  await page.keyboard.type('searchkeys');
  await expectTotal(page, 2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await expect(row(page, 1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('searchkeys');
});

test('IN-01: results that come late leave the focus where somebody went, and no result leaves it in the field', async ({
  page,
  service,
}) => {
  await makeTickets(service, 'searchlate', 1);
  await signIn(page, service, { path: '/inbox?status=all' });
  await expect(row(page, 0).getByRole('link')).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Search tickets' });
  const held = Promise.withResolvers<void>();
  await page.route(/resource=tickets&.*q=searchlate/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await box.click();
  await page.keyboard.type('searchlate');
  await page.keyboard.press('Enter');
  const filter = page.getByRole('button', { name: /^Filter/ });
  await filter.focus();
  held.resolve();
  await expectTotal(page, 1);
  await expect(filter).toBeFocused();

  await box.fill('searchlatenowhere');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^No tickets match/)).toBeVisible();
  await expect(box).toBeFocused();
  await expect(grid(page)).toHaveCount(0);
});
