import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { asShown, countTickets, listTickets, row } from './inbox-support.ts';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

async function openExport(page: Page): Promise<Locator> {
  await expect(row(page, 0)).toBeVisible();
  await page.getByRole('button', { name: 'Display options' }).click();
  await page.getByRole('menuitem', { name: 'Download CSV…' }).click();
  return page.getByRole('dialog', { name: 'Download CSV' });
}

/** Presses Export and answers the file: its name and its lines. */
async function save(page: Page, dialog: Locator, button = /^Download \d/) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: button }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), text, lines: text.slice(1).trimEnd().split('\r\n') };
}

test.describe('the export of a list', () => {
  test(
    'IN-27: exactly this view, all pages, with a byte order mark',
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
    },
  );

  test('IN-27: the columns that are visible, formula-safe, times in the chosen zone', async ({
    page,
    makeSite,
    clock,
  }) => {
    await clock.set('2026-11-18T23:30:00Z');
    const site = await makeSite({ timeZone: 'Europe/Berlin' });
    await makeTicket(site, {
      subject: '=1+1',
      requester_name: null,
      requester_email: null,
      requester_phone: '+4915112345678',
    });
    await page.addInitScript(() => localStorage.setItem('support-console:time-zone', 'site'));
    await signIn(page, site, { path: '/inbox?status=all&layout=table' });
    const { name, lines } = await save(page, await openExport(page));
    expect(name).toBe('velo-works-filtered-2026-11-19.csv');
    expect(lines).toEqual([
      'Status,No.,Subject,Requester,Channel,Tags,Priority,First reply (Europe/Berlin),Created (Europe/Berlin)',
      expect.stringMatching(/,'=1\+1,\+4915112345678,.*,2026-11-19 00:30/),
    ]);
  });

  test(
    'IN-27: all fields, from the service or made of its pages',
    { tag: ['@desktop', '@document'] },
    async ({ page, demoSite }) => {
      await signIn(page, demoSite, { path: '/inbox?status=closed' });
      const dialog = await openExport(page);
      await dialog.getByRole('radio', { name: 'All fields' }).check();
      const total = await countTickets(demoSite, { status: 'closed' });
      const { lines } = await save(page, dialog);
      expect(lines[0]).toMatch(/^id,ticket_number,subject,.*,customer_identity_id$/);
      const { items } = await listTickets(demoSite, { status: 'closed', limit: '200' });
      expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(items.map(({ id }) => String(id)));
      await expect(dialog).toContainText(total === 1 ? '1 row downloaded' : `${asShown(total)} rows downloaded`);
    },
  );

  test('IN-27: a refusal for the rate in the middle is waited out; a cut of the network tells how far it came, and goes on from there', async ({
    page,
    demoSite,
    between,
    problems,
  }) => {
    problems.allow(/Failed to load resource/);
    await signIn(page, { ...demoSite, url: between.url }, { path: '/inbox?status=all' });
    const total = await countTickets(demoSite, {});
    const dialog = await openExport(page);
    let asked = 0;
    between.tamper = ({ query }, response) => {
      if (!isSecondPage(query)) return false;
      asked += 1;
      if (asked > 1) return false;
      const body = JSON.stringify({ ok: false, error: { code: 'rate_limited', message: 'too many calls' } });
      response.writeHead(429, { 'Retry-After': '1', 'Content-Type': 'application/json' }).end(body);
      return true;
    };
    expect((await save(page, dialog)).lines).toHaveLength(total + 1);
    expect(asked).toBe(2);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    between.tamper = ({ query }, response) => isSecondPage(query) && response.destroy().destroyed;
    await openExport(page);
    await dialog.getByRole('button', { name: /^Download \d/ }).click();
    await expect(dialog.getByRole('alert')).toContainText(`Stopped at 200 of ${asShown(total)} rows.`);
    await checkA11y(page);
    between.tamper = null;
    const { lines } = await save(page, dialog, /^Continue/);
    expect(lines).toHaveLength(total + 1);
    expect(new Set(lines).size).toBe(total + 1);
  });

  test('IN-27: cancel ends it, and no file comes', async ({ page, demoSite, problems }) => {
    problems.allow(/net::ERR_/);
    await signIn(page, demoSite, { path: '/inbox?status=all' });
    const dialog = await openExport(page);
    let isAborted = false;
    page.on('requestfailed', (request) => {
      if (request.url().includes('limit=200&skip=0')) isAborted = true;
    });
    let files = 0;
    page.on('download', () => {
      files += 1;
    });
    await intercept(page, /resource=tickets&.*limit=200&skip=0/, () => undefined);
    const asked = page.waitForRequest(/limit=200&skip=0/);
    await dialog.getByRole('button', { name: /^Download \d/ }).click();
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await asked;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByRole('button', { name: /^Download \d/ })).toBeVisible();
    await expect.poll(() => isAborted).toBe(true);
    await settled(page);
    expect(files).toBe(0);
    await page.keyboard.press('Escape');
    // Not the menu that it came from: the keys go on in the list.
    await expect(row(page, 0)).toBeFocused();
  });

  test('IN-27: on a phone', { tag: '@phone' }, async ({ page, demoSite }) => {
    await signIn(page, demoSite, { path: '/inbox' });
    const dialog = await openExport(page);
    await checkA11y(page);
    const { lines } = await save(page, dialog);
    expect(lines).toHaveLength((await countTickets(demoSite, { status: 'open' })) + 1);
  });
});

function isSecondPage(query: URLSearchParams): boolean {
  return query.get('limit') === '200' && query.get('skip') === '200';
}
