import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { asShown, countTickets, listTickets, row } from './inbox-support.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

async function openExport(page: Page): Promise<Locator> {
  await expect(row(page, 0)).toBeVisible();
  await page.getByRole('button', { name: 'Display options' }).click();
  await page.getByRole('menuitem', { name: 'Download CSV…' }).click();
  return page.getByRole('dialog', { name: 'Download CSV' });
}

/** Presses Download. Returns the name of the file and its lines. */
async function save(page: Page, dialog: Locator, button = /^Download \d/) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: button }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), text, lines: text.slice(1).trimEnd().split('\r\n') };
}

test(
  'IN-27: exactly this view as a file, all pages, with a byte order mark; all fields, from the service or from its pages; the focus returns to the row',
  { tag: ['@desktop', '@document'] },
  async ({ page, demoSite }) => {
    await signIn(page, demoSite, { path: '/inbox?status=all&layout=table' });
    await expect(row(page, 2)).toBeVisible();
    await row(page, 2).focus();
    const dialog = await openExport(page);
    const total = await countTickets(demoSite, {});
    await expect(dialog.getByRole('status')).toHaveText(`${asShown(total)} rows`);
    await expect(dialog.getByRole('button', { name: /^Download/ })).toBeFocused();
    const { name, text, lines } = await save(page, dialog);
    expect(name).toMatch(/^(velo-works|\d+)-inbox-\d{4}-\d\d-\d\d\.csv$/);
    expect(text.charCodeAt(0)).toBe(0xfe_ff);
    const numbers: string[] = [];
    const ids: string[] = [];
    for (let skip = 0; skip < total; skip += 200) {
      const { items } = await listTickets(demoSite, { limit: '200', skip: String(skip) });
      numbers.push(...items.map(({ ticket_number: number }) => String(number)));
      ids.push(...items.map(({ id }) => String(id)));
    }
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(numbers);
    await expect(dialog).toContainText(`${asShown(total)} rows downloaded`);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(row(page, 2)).toBeFocused();

    await openExport(page);
    await dialog.getByRole('radio', { name: 'All fields' }).check();
    const all = await save(page, dialog);
    expect(all.lines[0]).toMatch(/^id,ticket_number,subject,.*,customer_identity_id$/);
    expect(all.lines.slice(1).map((line) => line.split(',')[0])).toEqual(ids);

    // The file has the filters of the list.
    await signIn(page, demoSite, { path: '/inbox?status=pending&layout=table' });
    const pending = await listTickets(demoSite, { status: 'pending', limit: '200' });
    expect(pending.total_count).toBe(pending.items.length);
    for (const [fields, column, wanted] of [
      ['Visible columns', 1, pending.items.map(({ ticket_number: number }) => String(number))],
      ['All fields', 0, pending.items.map(({ id }) => String(id))],
    ] as const) {
      await openExport(page);
      await expect(dialog.getByRole('status')).toHaveText(`${asShown(pending.total_count)} rows`);
      await dialog.getByRole('radio', { name: fields }).check();
      const file = await save(page, dialog);
      expect(
        file.lines
          .slice(1)
          .map((line) => line.split(',')[column] ?? '')
          .toSorted(),
      ).toEqual(wanted.toSorted());
      await dialog.getByRole('button', { name: 'Done' }).click();
    }
  },
);
