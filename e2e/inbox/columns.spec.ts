import type { Locator, Page } from '@playwright/test';
import { expectToFit, row } from './inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const USUAL = ['Status', 'No.', 'Subject', 'Requester', 'Channel', 'Tags', 'Priority', 'First reply', 'Created'];
const PATH = '/inbox?status=all&layout=table';
const heads = (page: Page) => page.getByRole('columnheader');

async function openColumns(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Display options' }).click();
  await page.getByRole('menuitem', { name: 'Columns…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Table columns' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test.describe('the columns of the table', () => {
  test('IN-06: choose and order them, by keys and by dragging; they stay after a reload; reset', async ({
    page,
    demoSite,
  }) => {
    await signIn(page, demoSite, { path: PATH });
    await expect(row(page, 0)).toBeVisible();
    await expect(heads(page)).toHaveText(USUAL);
    const dialog = await openColumns(page);
    await checkA11y(page);
    await dialog.getByRole('checkbox', { name: 'Email' }).check();
    await dialog.getByRole('checkbox', { name: 'Tags' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Subject' }).press('Space');
    await expect(dialog.getByRole('checkbox', { name: 'Subject' })).toBeChecked();
    await dialog.getByRole('checkbox', { name: 'Email' }).focus();
    for (let step = 0; step < 7; step += 1) await page.keyboard.press('Alt+ArrowUp');
    await dialog.getByRole('button', { name: 'Move Created up' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Display options' })).toBeFocused();
    const chosen = ['Status', 'Email', 'No.', 'Subject', 'Requester', 'Channel', 'Priority', 'Created', 'First reply'];
    await expect(heads(page)).toHaveText(chosen);
    await expect(row(page, 0).getByRole('gridcell')).toHaveCount(chosen.length);
    await page.reload();
    await expect(heads(page)).toHaveText(chosen);

    await openColumns(page);
    await dialog.getByRole('button', { name: 'Reset columns' }).click();
    await drag(page, dialog.getByRole('listitem').filter({ hasText: 'Created' }), {
      to: dialog.getByRole('listitem').filter({ hasText: 'Requester' }),
    });
    await dialog.getByRole('button', { name: 'Done' }).click();
    const dragged = [...USUAL.slice(0, 3), 'Created', ...USUAL.slice(3, -1)];
    await expect(heads(page)).toHaveText(dragged);
    await openColumns(page);
    await dialog.getByRole('button', { name: 'Reset columns' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(heads(page)).toHaveText(USUAL);
  });

  test('IN-06: a table with many columns scrolls sideways in itself, its heads with its cells', async ({
    page,
    demoSite,
  }) => {
    await signIn(page, demoSite, { path: PATH });
    await expect(row(page, 0)).toBeVisible();
    const dialog = await openColumns(page);
    for (const name of ['Email', 'Phone', 'Last message', 'Updated', 'Resolved', 'Assignee'])
      await dialog.getByRole('checkbox', { name }).check();
    await page.keyboard.press('Escape');
    await expectToFit(page);
    const last = heads(page).last();
    const cell = row(page, 0).getByRole('gridcell').last();
    await page.evaluate(() => document.querySelector('[data-scroller]')?.scrollBy(4000, 0));
    await expect(cell).toBeInViewport();
    await expect(last).toBeInViewport();
    await expect
      .poll(async () => {
        const [head, below] = [await last.boundingBox(), await cell.boundingBox()];
        return Math.abs((head?.x ?? 0) - (below?.x ?? 1e6));
      }, 'the head stands over its cells')
      .toBeLessThan(1);
  });

  test('IN-06: what this service does not tell is not offered', { tag: '@document' }, async ({ page, demoSite }) => {
    await signIn(page, demoSite, { path: PATH });
    await expect(row(page, 0)).toBeVisible();
    const dialog = await openColumns(page);
    await expect(dialog.getByRole('checkbox', { name: 'Phone' })).toBeVisible();
    for (const name of ['Assignee', 'Updated', 'Last message', 'Snoozed until'])
      await expect(dialog.getByRole('checkbox', { name })).toHaveCount(0);
  });
});

async function drag(page: Page, line: Locator, { to }: { readonly to: Locator }): Promise<void> {
  await line.hover();
  const [from, goal] = [await line.boundingBox(), await to.boundingBox()];
  if (from === null || goal === null) throw new Error('the columns are not in sight');
  await page.mouse.move(from.x + 12, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(goal.x + 12, goal.y + goal.height / 2, { steps: 4 });
  await page.mouse.up();
}
