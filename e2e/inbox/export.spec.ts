import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { asShown, countTickets, listTickets, row } from './inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { startTamperingProxy } from '#e2e/support/tampering-proxy.ts';

async function openExport(page: Page): Promise<Locator> {
  await expect(row(page, 0)).toBeVisible();
  await page.getByRole('button', { name: 'Display options' }).click();
  await page.getByRole('menuitem', { name: 'Export CSV…' }).click();
  return page.getByRole('dialog', { name: 'Export CSV' });
}

/** Presses Export and answers the file: its name and its lines. */
async function save(page: Page, dialog: Locator, button = /^Export \d/) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: button }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), text, lines: text.slice(1).trimEnd().split('\r\n') };
}

const HEADINGS =
  'Status,No.,Subject,Requester,Channel,Tags,Priority,First reply (Europe/Berlin),Created (Europe/Berlin)';

test.describe('the export of a list', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test(
    'IN-27: exactly this view, all pages, visible columns, BOM, formula-safe',
    { tag: ['@desktop', '@document'] },
    async ({ page, ownService }) => {
      await ownService.call('POST', 'tickets', { body: { subject: '=1+1', requester_phone: '+4915112345678' } });
      await signIn(page, ownService, { path: '/inbox?status=all&layout=table' });
      const dialog = await openExport(page);
      const total = await countTickets(ownService, {});
      await expect(dialog.getByRole('status')).toHaveText(`${asShown(total)} rows`);
      const { name, text, lines } = await save(page, dialog);
      expect(name).toMatch(/^(velo-works|\d+)-filtered-\d{4}-\d\d-\d\d\.csv$/);
      expect(text.charCodeAt(0)).toBe(0xfe_ff);
      expect(lines[0]).toBe(HEADINGS);
      const expected: string[] = [];
      for (let skip = 0; skip < total; skip += 200) {
        const { items } = await listTickets(ownService, { limit: '200', skip: String(skip) });
        expected.push(...items.map(({ ticket_number: number }) => String(number)));
      }
      expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(expected);
      expect(lines[1]).toContain(`,'=1+1,+4915112345678,`);
      await expect(dialog).toContainText(`${asShown(total)} rows exported`);
      await expect(dialog).toContainText(name);
    },
  );

  test(
    'IN-27: all fields, from the service or made of its pages',
    { tag: ['@desktop', '@document'] },
    async ({ page, service }) => {
      await signIn(page, service, { path: '/inbox?status=closed' });
      const dialog = await openExport(page);
      await dialog.getByRole('radio', { name: 'All fields' }).check();
      const total = await countTickets(service, { status: 'closed' });
      const { lines } = await save(page, dialog);
      expect(lines[0]).toMatch(/^id,ticket_number,subject,.*,customer_identity_id$/);
      const { items } = await listTickets(service, { status: 'closed', limit: '200' });
      expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(items.map(({ id }) => String(id)));
      await expect(dialog).toContainText(total === 1 ? '1 row exported' : `${asShown(total)} rows exported`);
    },
  );

  test('IN-27: a cut of the network tells how far it came, and goes on from there', async ({
    page,
    service,
    problems,
  }) => {
    problems.allow(/Failed to load resource/);
    const proxy = await startTamperingProxy(service.url);
    await signIn(page, { ...service, url: proxy.url }, { path: '/inbox?status=all' });
    const dialog = await openExport(page);
    const total = await countTickets(service, {});
    proxy.tamper = ({ query }, response) => isSecondPage(query) && response.destroy().destroyed;
    await dialog.getByRole('button', { name: /^Export \d/ }).click();
    await expect(dialog.getByRole('alert')).toContainText(`Stopped at 200 of ${asShown(total)} rows.`);
    await checkA11y(page);
    proxy.tamper = null;
    const { lines } = await save(page, dialog, /^Continue/);
    expect(lines).toHaveLength(total + 1);
    expect(new Set(lines).size).toBe(total + 1);
    await proxy.close();
  });

  test('IN-27: cancel ends it, and no file comes', async ({ page, service, problems }) => {
    problems.allow(/net::ERR_/);
    await signIn(page, service, { path: '/inbox?status=all' });
    const dialog = await openExport(page);
    let isAborted = false;
    page.on('requestfailed', (request) => {
      if (request.url().includes('limit=200&skip=0')) isAborted = true;
    });
    let files = 0;
    page.on('download', () => {
      files += 1;
    });
    await page.route(/resource=tickets&.*limit=200&skip=0/, () => undefined);
    await dialog.getByRole('button', { name: /^Export \d/ }).click();
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByRole('button', { name: /^Export \d/ })).toBeVisible();
    await expect.poll(() => isAborted).toBe(true);
    expect(files).toBe(0);
    await page.keyboard.press('Escape');
    // Not the menu that it came from: the keys go on in the list.
    await expect(row(page, 0)).toBeFocused();
  });

  test('IN-27: a refusal for the rate in the middle is waited out', async ({ page, service, problems }) => {
    problems.allow(/Failed to load resource/);
    const proxy = await startTamperingProxy(service.url);
    await signIn(page, { ...service, url: proxy.url }, { path: '/inbox?status=all' });
    const dialog = await openExport(page);
    const total = await countTickets(service, {});
    let refusals = 0;
    proxy.tamper = ({ query }, response) => {
      if (!isSecondPage(query)) return false;
      refusals += 1;
      if (refusals > 1) return false;
      const body = JSON.stringify({ ok: false, error: { code: 'rate_limited', message: 'too many calls' } });
      response.writeHead(429, { 'Retry-After': '1', 'Content-Type': 'application/json' }).end(body);
      return true;
    };
    const { lines } = await save(page, dialog);
    expect(refusals).toBe(2);
    expect(lines).toHaveLength(total + 1);
    await proxy.close();
  });

  test('IN-27: on a phone', { tag: '@phone' }, async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox' });
    const dialog = await openExport(page);
    await checkA11y(page);
    const { lines } = await save(page, dialog);
    expect(lines).toHaveLength((await countTickets(service, { status: 'open' })) + 1);
  });
});

function isSecondPage(query: URLSearchParams): boolean {
  return query.get('limit') === '200' && query.get('skip') === '200';
}
