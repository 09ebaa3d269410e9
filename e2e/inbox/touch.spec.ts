import { makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { expectToFit, expectTotal, grid, row } from './inbox-support.ts';

test(
  'GX-15: on a phone one row above the list holds its name, folders, search, filters and the rest',
  { tag: '@phone' },
  async ({ page, site }) => {
    await makeTickets(site, [{ subject: 'Bell rings twice' }, { subject: 'Brake squeals', status: 'pending' }]);
    await site.call('POST', 'saved_views', { body: { name: 'Waiting for parts', query: { status: 'pending' } } });
    await signIn(page, site, { path: '/inbox' });
    await expect(row(page, 0)).toBeVisible();
    const header = page.getByRole('banner').or(page.locator('main header')).first();
    await expect(page.getByRole('button', { name: 'Search tickets' })).toBeVisible();
    const width = 360;
    await page.setViewportSize({ width, height: 740 });
    await expect(async () => {
      const top = await header.boundingBox();
      const list = await grid(page).boundingBox();
      expect(list?.y).toBe((top?.y ?? 0) + (top?.height ?? 0));
      expect(top?.height).toBeLessThanOrEqual(49);
      const boxes = await Promise.all((await header.getByRole('button').all()).map((control) => control.boundingBox()));
      expect(boxes.length).toBeGreaterThan(3);
      for (const box of boxes) {
        expect(box?.width).toBeGreaterThanOrEqual(36);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
      }
    }).toPass({ timeout: 7_000 });
    await expectToFit(page);
    await expect(header).toContainText(/^Inbox1 open/);

    // One name for one list, in the menu and above the rows; a folder names the page.
    const folders = page.getByRole('button', { name: 'Folders' });
    await folders.tap();
    await expect(page.getByRole('menuitemradio', { name: /^Inbox/ })).toHaveAttribute('aria-checked', 'true');
    const view = page.getByRole('menuitemradio', { name: /^Waiting for parts/ });
    await view.tap();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for parts');
    await expectTotal(page, 1);
    await expect(row(page, 0)).toContainText('Brake squeals');

    await page.getByRole('button', { name: 'Search tickets' }).tap();
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('a');
    await expect(page).toHaveURL(/q=a/);
    await checkA11y(page);
    await expect.poll(async () => (await header.boundingBox())?.height).toBeLessThanOrEqual(49);

    // By then it is another list than the view has, which the menu opens again.
    await page.getByRole('button', { name: 'Close the search' }).tap();
    await expect(page).not.toHaveURL(/q=a/);
    await expect(page.getByRole('searchbox')).toBeHidden();
    await folders.tap();
    await expect(view).toBeVisible();
    await expect(view).not.toContainText('Changed');
    await page.keyboard.press('Escape');

    // The rest: order, refresh, export.
    await page.getByRole('button', { name: 'Display options' }).tap();
    await expect(page.getByRole('menuitem', { name: 'Download CSV…' })).toBeVisible();
    await page.getByRole('menuitemradio', { name: 'Oldest first' }).tap();
    await expect(page).toHaveURL(/order_by=created&dir=asc/);
    await page.getByRole('button', { name: 'Filter, 1 on' }).tap();
    await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
  },
);
