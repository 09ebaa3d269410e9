import { countTickets, expectParam, expectTotal, firstIds, grid, row } from './inbox-support.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { showNew } from './verbs-support.ts';

test.describe('keys of the inbox', () => {
  test('IN-30: J and K open the next and the previous ticket beside the list, Enter goes into it, Esc back to its row; arrow keys move through the rows; V changes the layout; a middle click stays with the browser', async ({
    page,
    context,
    demoSite,
  }) => {
    await signIn(page, demoSite, { path: '/inbox' });
    await expect(row(page, 2)).toBeVisible();
    const [first = '', second = ''] = await firstIds(page, 2);
    await page.keyboard.press('j');
    await expectParam(page, 'ticket', first);
    await page.keyboard.press('j');
    await expectParam(page, 'ticket', second);
    await expect(row(page, 1)).toBeFocused();
    await expect(row(page, 1)).toHaveAttribute('aria-current', 'true');
    const detail = page.getByRole('region', { name: 'Ticket', exact: true });
    await expect(detail).toContainText(/2 of \d+/);
    await page.keyboard.press('k');
    await expectParam(page, 'ticket', first);
    await page.keyboard.press('Enter');
    await expect(detail).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row(page, 0)).toBeFocused();
    await page.goBack();
    await expectParam(page, 'ticket', second);
    await expect(row(page, 1)).toHaveAttribute('aria-current', 'true');

    await row(page, 1).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(row(page, 3)).toBeFocused();
    await settled(page);
    await expectParam(page, 'ticket', second);
    const opened = context.waitForEvent('page');
    await row(page, 0)
      .getByRole('link')
      .click({ modifiers: ['ControlOrMeta'] });
    const tab = await opened;
    await expect(tab).toHaveURL(new RegExp(`/tickets/${first}$`));
    await tab.close();
    await expectParam(page, 'ticket', second);

    // The table opens a ticket over itself, and only on Enter.
    await row(page, 0).focus();
    await page.keyboard.press('v');
    await expect(page.getByRole('columnheader', { name: 'Subject' })).toBeVisible();
    await expectParam(page, 'layout', 'table');
    await row(page, 0).focus();
    await page.keyboard.press('j');
    await expect(row(page, 1)).toBeFocused();
    await settled(page);
    await expectParam(page, 'ticket', null);
    await page.keyboard.press('Enter');
    await expect(detail).toBeFocused();
    await page.keyboard.press('j');
    await expect(page.getByText(/^3 of \d+$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row(page, 2)).toBeFocused();
    await expect(grid(page).locator('[data-row][tabindex="0"]')).toHaveCount(1);
  });

  test('IN-30: J works where the next row is not loaded yet', async ({ page, demoSite }) => {
    await signIn(page, demoSite, { path: '/inbox?status=all' });
    await expectTotal(page, await countTickets(demoSite, {}));
    const answers = Promise.withResolvers<void>();
    const asked = page.waitForRequest(/resource=tickets&limit=100/);
    await intercept(page, /resource=tickets&limit=100/, async (route) => {
      await answers.promise;
      await route.continue();
    });
    await row(page, 21).click();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('j');
    await expect(row(page, 24)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('j');
    await asked;
    // A ticket opens one frame after its row has the focus.
    await page.evaluate(
      () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
    );
    // A row that is not loaded opens later; faster keys count from the last one.
    await Promise.all([1, 2, 3, 4].map(() => page.keyboard.press('j')));
    answers.resolve();
    await expect(page.getByRole('region', { name: 'Ticket', exact: true })).toContainText(/30 of \d+/);
    await expect(row(page, 29)).toHaveAttribute('aria-current', 'true');
  });

  test('IN-30: rows that leave while a picker or the palette is open leave the keys on their row', async ({
    page,
    site,
  }) => {
    await showNew(page, site, 'Spoke broken', 7);
    for (const key of ['e', 'e', 'Control+k']) await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '5');
    await page.keyboard.press('Escape');
    await expect(row(page, 0)).toBeFocused();
    for (const key of ['e', 'e', 'a']) await page.keyboard.press(key);
    await expect(page.getByRole('combobox', { name: 'Agent' })).toBeFocused();
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
    await page.keyboard.press('Escape');
    await expect(row(page, 0)).toBeFocused();
    await expect(row(page, 0)).toContainText('Spoke broken number 5');
    await page.keyboard.press('j');
    await expect(row(page, 1)).toBeFocused();
  });
});
