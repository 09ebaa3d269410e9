import { expectToFit, row } from './inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const USUAL = ['Status', 'No.', 'Subject', 'Requester', 'Channel', 'Tags', 'Priority', 'Reply', 'Created'];

test('IN-06: columns of the table are chosen and ordered, stay after a reload, scroll sideways and can be reset', async ({
  page,
  demoSite,
}) => {
  await signIn(page, demoSite, { path: '/inbox?status=all&layout=table' });
  await expect(row(page, 0)).toBeVisible();
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveText(USUAL);
  const dialog = page.getByRole('dialog', { name: 'Table columns' });
  const open = async () => {
    await page.getByRole('button', { name: 'Display options' }).click();
    await page.getByRole('menuitem', { name: 'Columns…' }).click();
  };
  await open();
  await checkA11y(page);
  await dialog.getByRole('checkbox', { name: 'Tags' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Subject' }).press('Space');
  await expect(dialog.getByRole('checkbox', { name: 'Subject' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Move Created up' }).click();
  for (const name of ['Email', 'Phone', 'Last message', 'Assignee'])
    await dialog.getByRole('checkbox', { name }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Display options' })).toBeFocused();
  const chosen = [
    ...['Status', 'No.', 'Subject', 'Requester', 'Channel', 'Priority', 'Created', 'Reply'],
    ...['Email', 'Phone', 'Last message', 'Assignee'],
  ];
  await expect(heads).toHaveText(chosen);
  await page.reload();
  await expect(heads).toHaveText(chosen);
  await expect(row(page, 0).getByRole('gridcell')).toHaveCount(chosen.length);

  await expectToFit(page);
  const cell = row(page, 0).getByRole('gridcell').last();
  await page.locator('[data-scroller]').evaluate((element) => element.scrollBy(4000, 0));
  await expect(cell).toBeInViewport();
  await expect
    .poll(async () => {
      const [head, below] = [await heads.last().boundingBox(), await cell.boundingBox()];
      return Math.abs((head?.x ?? 0) - (below?.x ?? 1e6));
    }, 'the heading is above its cells')
    .toBeLessThan(1);

  await open();
  await dialog.getByRole('button', { name: 'Reset columns' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(heads).toHaveText(USUAL);
});
