import type { Locator, Page } from '@playwright/test';
import { row } from './inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const USUAL = ['Status', 'No.', 'Subject', 'Requester', 'Channel', 'Tags', 'Priority', 'First reply', 'Created'];
const PATH = '/inbox?status=all&layout=table';
const heads = (page: Page) => page.getByRole('columnheader');
const edge = (page: Page, name: string) => page.getByRole('separator', { name: `Width of ${name}` });

async function openColumns(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Display options' }).click();
  await page.getByRole('menuitem', { name: 'Columns…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Table columns' });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function widthOf(page: Page, name: string): Promise<number> {
  return (await heads(page).filter({ hasText: name }).boundingBox())?.width ?? 0;
}

test.describe('the columns of the table', () => {
  test('IN-06: choose and order them, by keys too; they stay after a reload; reset', async ({ page, service }) => {
    await signIn(page, service, { path: PATH });
    await expect(row(page, 0)).toBeVisible();
    await expect(heads(page)).toHaveText(USUAL);
    const dialog = await openColumns(page);
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
    const again = await openColumns(page);
    await again.getByRole('button', { name: 'Reset columns' }).click();
    await again.getByRole('button', { name: 'Done' }).click();
    await expect(heads(page)).toHaveText(USUAL);
  });

  test('IN-06: the table, without a finding of axe', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox?status=pending&layout=table' });
    await expect(row(page, 0)).toBeVisible();
    await checkA11y(page);
  });

  test('IN-06: the dialog of the columns, without a finding of axe', async ({ page, service }) => {
    await signIn(page, service, { path: PATH });
    await expect(row(page, 0)).toBeVisible();
    await openColumns(page);
    await checkA11y(page);
  });

  test('IN-06: a column is dragged to another place', async ({ page, service }) => {
    await signIn(page, service, { path: PATH });
    await expect(row(page, 0)).toBeVisible();
    const dialog = await openColumns(page);
    const lines = dialog.getByRole('listitem');
    const from = await lines.filter({ hasText: 'Created' }).boundingBox();
    const to = await lines.filter({ hasText: 'Requester' }).boundingBox();
    if (from === null || to === null) throw new Error('the columns are not in sight');
    await page.mouse.move(from.x + 12, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 12, to.y + to.height / 2, { steps: 4 });
    await page.mouse.up();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(heads(page).nth(3)).toHaveText('Created');
  });

  test('IN-06: edges move by pointer and keys, never below the least; a wide table scrolls in itself', async ({
    page,
    service,
  }) => {
    await signIn(page, service, { path: PATH });
    await expect(row(page, 0)).toBeVisible();
    const before = await widthOf(page, 'Requester');
    await edge(page, 'No.').focus();
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown');
    await expect(edge(page, 'Requester')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(Math.round(await widthOf(page, 'Requester'))).toBe(Math.round(before) + 32);
    await expect(edge(page, 'Requester')).toHaveAttribute('aria-valuenow', String(Math.round(before) + 32));
    await page.keyboard.press('Home');
    expect(Math.round(await widthOf(page, 'Requester'))).toBe(64);
    await page.keyboard.press('Enter');
    expect(Math.round(await widthOf(page, 'Requester'))).toBe(Math.round(before));

    const handle = await edge(page, 'Subject').boundingBox();
    if (handle === null) throw new Error('the edge is not in sight');
    await page.mouse.move(handle.x + 3, handle.y + 12);
    await page.mouse.down();
    await page.mouse.move(handle.x + 900, handle.y + 12, { steps: 5 });
    await page.mouse.up();
    expect(Math.round(await widthOf(page, 'Subject'))).toBe(900);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    const created = heads(page).filter({ hasText: 'Created' });
    const cell = row(page, 0).getByRole('gridcell').last();
    await page.evaluate(() => document.querySelector('[data-scroller]')?.scrollBy(4000, 0));
    await expect(cell).toBeInViewport();
    await expect(created).toBeInViewport();
    const [head, below] = [await created.boundingBox(), await cell.boundingBox()];
    expect(Math.abs((head?.x ?? 0) - (below?.x ?? 1e6))).toBeLessThan(1);
    await page.reload();
    await expect(row(page, 0)).toBeVisible();
    expect(Math.round(await widthOf(page, 'Subject'))).toBe(900);
  });

  test('IN-06: what this service does not tell is not offered', { tag: '@document' }, async ({ page, service }) => {
    await signIn(page, service, { path: PATH });
    await expect(row(page, 0)).toBeVisible();
    const dialog = await openColumns(page);
    await expect(dialog.getByRole('checkbox', { name: 'Phone' })).toBeVisible();
    for (const name of ['Assignee', 'Updated', 'Last message', 'Snoozed until'])
      await expect(dialog.getByRole('checkbox', { name })).toHaveCount(0);
  });
});
