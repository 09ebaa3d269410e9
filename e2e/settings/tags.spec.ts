import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { makeTicket, type MadeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const Tagged = z.object({ data: z.object({ tags: z.nullable(z.string()) }) });

async function tagsOf(site: Site, { id }: MadeTicket): Promise<string | null> {
  return Tagged.parse((await site.call('GET', 'ticket', { query: { id: String(id) } })).json).data.tags;
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('IN-29: a tag is created, coloured, renamed, merged and deleted, and every ticket follows', async ({
  page,
  site,
}) => {
  const one = await makeTicket(site, { subject: 'First of them', tags: 'warranty,zz-app' });
  const two = await makeTicket(site, { subject: 'Second of them', tags: 'waranty' });
  await signIn(page, site, { path: '/settings/tags' });
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Name' });

  // Create: invalid names are refused in the form.
  await page.getByRole('button', { name: 'New tag' }).click();
  await expect(name).toBeFocused();
  await dialog.getByRole('button', { name: 'Create tag' }).click();
  await expect(dialog).toContainText('Name can’t be empty.');
  await name.fill('WARRANTY');
  await expect(dialog).toContainText('warranty already exists.');
  await checkA11y(page);
  await name.fill('brand new');
  await dialog.getByRole('button', { name: 'Ochre' }).click();
  await name.press('Enter');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await expect(page.getByRole('rowheader')).toHaveText(['brand new', 'waranty', 'warranty', 'zz-app']);

  // Rename and colour in one step, and undo.
  await choose(page, 'waranty', 'Rename or colour');
  await name.fill('guarantee');
  await dialog.getByRole('button', { name: 'Plum' }).click();
  await dialog.getByRole('button', { name: 'Save on 1 ticket' }).click();
  await expect(rowOf(page, 'guarantee')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Actions for guarantee' })).toBeFocused();
  await expect.poll(() => tagsOf(site, two)).toBe('guarantee');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(rowOf(page, 'waranty')).toBeVisible();
  await expect.poll(() => tagsOf(site, two)).toBe('waranty');

  await choose(page, 'waranty', 'Merge into another tag');
  await dialog.getByRole('combobox', { name: 'Merge into' }).selectOption('warranty');
  await expect(dialog).toContainText('waranty becomes warranty on 1 ticket.');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(rowOf(page, 'waranty')).toHaveCount(0);
  await expect.poll(() => tagsOf(site, two)).toBe('warranty');

  await choose(page, 'zz-app', 'Delete');
  await expect(dialog).toContainText('Remove zz-app from 1 ticket?');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'zz-app')).toHaveCount(0);
  await expect.poll(() => tagsOf(site, one)).toBe('warranty');

  // The count leads to the tickets, which show the colour.
  await choose(page, 'warranty', 'Rename or colour');
  await dialog.getByRole('button', { name: 'Teal' }).click();
  await dialog.getByRole('button', { name: 'Save on 2 tickets' }).click();
  await expect(dialog).toHaveCount(0);
  await rowOf(page, 'warranty').getByRole('link', { name: '2 tickets tagged warranty' }).click();
  await expect(page).toHaveURL(/\/inbox\?status=all&tag=warranty/);
  const tag = page.getByRole('row').filter({ hasText: 'Second of them' }).getByText('warranty', { exact: true });
  await expect(tag).toHaveCSS('border-inline-start-color', 'rgb(43, 156, 160)');
});
