import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { asShown, countTickets, listTickets, row } from './inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
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
  'IN-27: exactly this view as a file, all pages, with a byte order mark; all fields, from the service or from its pages',
  { tag: ['@desktop', '@document'] },
  async ({ page, demoSite }) => {
    await signIn(page, demoSite, { path: '/inbox?status=all&layout=table' });
    const dialog = await openExport(page);
    const total = await countTickets(demoSite, {});
    await expect(dialog.getByRole('status')).toHaveText(`${asShown(total)} rows`);
    const { name, text, lines } = await save(page, dialog);
    expect(name).toMatch(/^(velo-works|\d+)-filtered-\d{4}-\d\d-\d\d\.csv$/);
    expect(text.charCodeAt(0)).toBe(0xfe_ff);
    const expected: string[] = [];
    for (let skip = 0; skip < total; skip += 200) {
      const { items } = await listTickets(demoSite, { limit: '200', skip: String(skip) });
      expected.push(...items.map(({ ticket_number: number }) => String(number)));
    }
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(expected);
    await expect(dialog).toContainText(`${asShown(total)} rows downloaded`);
    await expect(dialog).toContainText(name);
    await dialog.getByRole('button', { name: 'Done' }).click();

    await signIn(page, demoSite, { path: '/inbox?status=closed' });
    await openExport(page);
    await dialog.getByRole('radio', { name: 'All fields' }).check();
    const closed = await save(page, dialog);
    expect(closed.lines[0]).toMatch(/^id,ticket_number,subject,.*,customer_identity_id$/);
    const { items } = await listTickets(demoSite, { status: 'closed', limit: '200' });
    expect(closed.lines.slice(1).map((line) => line.split(',')[0])).toEqual(items.map(({ id }) => String(id)));
  },
);

test('IN-27: after a failed page the download continues from there, and Cancel ends it without a file', async ({
  page,
  demoSite,
  between,
  problems,
}) => {
  problems.allow(/Failed to load resource/, /net::ERR_/);
  await signIn(page, { ...demoSite, url: between.url }, { path: '/inbox?status=all' });
  const total = await countTickets(demoSite, {});
  const dialog = await openExport(page);
  between.tamper = ({ query }, response) => isSecondPage(query) && response.destroy().destroyed;
  await dialog.getByRole('button', { name: /^Download \d/ }).click();
  await expect(dialog.getByRole('alert')).toContainText(`Stopped at 200 of ${asShown(total)} rows.`);
  await checkA11y(page);
  between.tamper = null;
  const { lines } = await save(page, dialog, /^Continue/);
  expect(lines).toHaveLength(total + 1);
  expect(new Set(lines).size).toBe(total + 1);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await openExport(page);
  let files = 0;
  page.on('download', () => {
    files += 1;
  });
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  between.tamper = ({ query }) => {
    if (isSecondPage(query)) resolve();
    return isSecondPage(query);
  };
  await dialog.getByRole('button', { name: /^Download \d/ }).click();
  await asked;
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('button', { name: /^Download \d/ })).toBeVisible();
  between.tamper = null;
  await settled(page);
  expect(files).toBe(0);
  await page.keyboard.press('Escape');
  // Focus goes to the list, not to the menu that opened the dialog.
  await expect(row(page, 0)).toBeFocused();
});

function isSecondPage(query: URLSearchParams): boolean {
  return query.get('limit') === '200' && query.get('skip') === '200';
}
