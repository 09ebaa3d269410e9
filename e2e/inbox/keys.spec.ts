import { countTickets, expectTotal, firstIds, grid, param, row } from './inbox-support.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

test.describe('keys of the inbox', () => {
  test(
    'J and K open the next and the previous ticket beside the list, Enter goes into it, Esc back to its row',
    {
      tag: ['@desktop', '@document'],
    },
    async ({ page, service }) => {
      await signIn(page, service, { path: '/inbox' });
      await expect(row(page, 2)).toBeVisible();
      const [first, second] = await firstIds(page, 2);
      await page.keyboard.press('j');
      await expect.poll(() => param(page, 'ticket')).toBe(first);
      await page.keyboard.press('j');
      await expect.poll(() => param(page, 'ticket')).toBe(second);
      await expect(row(page, 1)).toBeFocused();
      await expect(row(page, 1)).toHaveAttribute('aria-current', 'true');
      const detail = page.getByRole('region', { name: 'Ticket', exact: true });
      await expect(detail).toContainText(/2 of \d+/);
      await page.keyboard.press('k');
      await expect.poll(() => param(page, 'ticket')).toBe(first);
      await page.keyboard.press('Enter');
      await expect(detail).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(row(page, 0)).toBeFocused();
      await page.goBack();
      await expect.poll(() => param(page, 'ticket')).toBe(second);
      await expect(row(page, 1)).toHaveAttribute('aria-current', 'true');
    },
  );

  test('J goes on where the next row is not loaded yet', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox?status=all&limit=25' });
    await expectTotal(page, await countTickets(service, {}));
    const answers = Promise.withResolvers<void>();
    await page.route(/resource=tickets&limit=100/, async (route) => {
      await answers.promise;
      await route.continue();
    });
    for (let press = 0; press < 26; press += 1) await page.keyboard.press('j');
    // A row that is not there yet waits to be opened; keys that come faster than the next one does go on from themselves.
    await page.evaluate(async () => {
      await new Promise((next) => setTimeout(next, 100));
      for (let press = 0; press < 4; press += 1) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
        await new Promise((next) => setTimeout(next));
      }
    });
    answers.resolve();
    await expect(page.getByRole('region', { name: 'Ticket', exact: true })).toContainText(/30 of \d+/);
    await expect(row(page, 29)).toHaveAttribute('aria-current', 'true');
  });

  test('the arrow keys move through the rows, Enter opens', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox' });
    await row(page, 0).click();
    const [, , third] = await firstIds(page, 3);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(row(page, 2)).toBeFocused();
    expect(param(page, 'ticket')).not.toBe(third);
    await page.keyboard.press('Enter');
    await expect.poll(() => param(page, 'ticket')).toBe(third);
  });

  test('one row of the grid is reached by Tab, wherever the list was scrolled', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox?status=all' });
    await expect(row(page, 0)).toBeVisible();
    await expect(grid(page).locator('[data-row][tabindex="0"]')).toHaveCount(1);
    await row(page, 0).hover();
    await page.mouse.wheel(0, 6000);
    await expect(row(page, 0)).toHaveCount(0);
    await expect(grid(page).locator('[data-row][tabindex="0"]')).toHaveCount(1);
  });

  test('V changes the layout, and the table opens a ticket over itself', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox' });
    await expect(row(page, 0)).toBeVisible();
    await page.keyboard.press('v');
    await expect(page.getByRole('columnheader', { name: 'Subject' })).toBeVisible();
    expect(param(page, 'layout')).toBe('table');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    expect(param(page, 'ticket')).toBeNull();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Ticket', exact: true })).toBeFocused();
    await page.keyboard.press('j');
    await expect(page.getByText(/^3 of \d+$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row(page, 2)).toBeFocused();
    await page.keyboard.press('v');
    await expect(page.getByRole('columnheader', { name: 'Subject' })).toHaveCount(0);
  });

  test('a middle click and the keys of the browser stay with the browser', async ({ page, context, service }) => {
    await signIn(page, service, { path: '/inbox' });
    const [first] = await firstIds(page, 1);
    const opened = context.waitForEvent('page');
    await row(page, 0)
      .getByRole('link')
      .click({ modifiers: ['ControlOrMeta'] });
    const tab = await opened;
    await expect(tab).toHaveURL(new RegExp(`/tickets/${first}$`));
    expect(param(page, 'ticket')).toBeNull();
  });
});
