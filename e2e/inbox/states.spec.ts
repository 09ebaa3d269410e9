import type { ServerResponse } from 'node:http';
import { countTickets, expectTotal, grid, row } from './inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test as base } from '#e2e/support/test.ts';
import { startTamperingProxy, type TamperingProxy } from '#e2e/support/tampering-proxy.ts';

/** A real server between browser and service that breaks answers when a test says so. */
const test = base.extend<{ between: TamperingProxy }>({
  between: async ({ service }, use) => {
    const proxy = await startTamperingProxy(service.url);
    await use(proxy);
    await proxy.close();
  },
});

function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): true {
  response.writeHead(status, { 'content-type': 'application/json', 'X-SVC-Request-Id': 'req_test', ...headers });
  response.end(JSON.stringify(body));
  return true;
}
const failure = (code: string, message: string) => ({ ok: false, error: { code, message } });
const isList = (resource: string, query: URLSearchParams) => resource === 'tickets' && query.get('limit') === '50';

test.describe('states of the inbox', () => {
  test(
    'IN-32: no match names the filters, and clears them',
    { tag: ['@desktop', '@document'] },
    async ({ page, service }) => {
      await signIn(page, service, { path: '/inbox?priority=urgent&q=zzzznothing' });
      await expect(
        page.getByText('No tickets match 3 filters: Status Open, Priority Urgent, Search “zzzznothing”.'),
      ).toBeVisible();
      await checkA11y(page);
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expectTotal(page, await countTickets(service, { status: 'open' }));
      await expect(page).toHaveURL(/\/inbox$/);
      await expect(page.getByRole('searchbox')).toHaveValue('');
    },
  );

  test('IN-32: nothing open says what waits, and shows it', async ({ page, service, between }) => {
    between.tamper = ({ resource, query }, response) =>
      isList(resource, query) && query.get('status') === 'open' && answer(response, 200, { items: [], total_count: 0 });
    await signIn(page, { ...service, url: between.url }, { path: '/inbox' });
    const pending = await countTickets(service, { status: 'pending' });
    await expect(page.getByText('Nothing open.')).toBeVisible();
    await expect(page.getByText(`${pending} pending tickets wait on customers.`)).toBeVisible();
    await checkA11y(page);
    await page.getByRole('button', { name: 'Show pending' }).click();
    await expectTotal(page, pending);
  });

  test(
    'IN-32: a failure has its code and request, and Retry',
    { tag: ['@desktop', '@document'] },
    async ({ page, service, between, problems }) => {
      problems.allow(/status of 500/);
      between.tamper = ({ resource, query }, response) =>
        isList(resource, query) && answer(response, 500, failure('internal_error', 'broken'));
      await signIn(page, { ...service, url: between.url }, { path: '/inbox' });
      const block = page.getByRole('region', { name: 'Tickets' }).getByRole('alert');
      await expect(block).toContainText('req_test', { timeout: 15_000 });
      await block.getByText('Details').click();
      await expect(block).toContainText('500 · internal_error');
      await checkA11y(page);
      between.tamper = null;
      await block.getByRole('button', { name: 'Retry' }).click();
      await expectTotal(page, await countTickets(service, { status: 'open' }));
    },
  );

  test('IN-32: a token that may not see tickets is told so', async ({ page, service, between, problems }) => {
    problems.allow(/status of 403/);
    between.tamper = ({ resource, query }, response) =>
      isList(resource, query) && answer(response, 403, failure('insufficient_scope', 'needs read'));
    await signIn(page, { ...service, url: between.url }, { path: '/inbox?q=wheel' });
    const block = page.getByRole('region', { name: 'Tickets' }).getByRole('alert');
    await expect(block).toContainText('This token cannot see tickets');
    await expect(block.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    await expect(block.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  });

  test('IN-32: a refresh that fails leaves the rows, with their time', async ({ page, service, between, problems }) => {
    problems.allow(/status of 500/);
    await page.clock.install();
    await signIn(page, { ...service, url: between.url }, { path: '/inbox' });
    await expect(row(page, 1).getByRole('link')).toBeVisible();
    between.tamper = ({ resource }, response) =>
      resource === 'tickets' && answer(response, 500, failure('internal_error', 'x'));
    await page.clock.fastForward(31_000);
    await expect(page.getByText(/^Could not refresh. Showing \d\d:\d\d\.$/)).toBeVisible();
    await expect(row(page, 1).getByRole('link')).toBeVisible();
    between.tamper = null;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(/^Could not refresh/)).toHaveCount(0);
  });

  test('while the first answer is on its way, skeletons stand in the place of rows', async ({
    page,
    service,
    between,
  }) => {
    const held: (() => void)[] = [];
    between.tamper = ({ resource, query, answer: told }, response) => {
      if (!isList(resource, query)) return false;
      held.push(() => response.writeHead(told.status, told.headers).end(told.text));
      return true;
    };
    await signIn(page, { ...service, url: between.url }, { path: '/inbox' });
    await expect(page.getByRole('status', { name: 'Loading tickets' })).toBeVisible();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    between.tamper = null;
    for (const release of held) release();
    await expectTotal(page, await countTickets(service, { status: 'open' }));
  });

  test(
    'a slow answer for an old filter never takes the place of a newer one',
    { tag: ['@desktop', '@document'] },
    async ({ page, service, between }) => {
      const held: (() => void)[] = [];
      between.tamper = ({ resource, query, answer: told }, response) => {
        if (resource !== 'tickets' || query.get('q') !== 'delivery') return false;
        held.push(() => response.writeHead(told.status, told.headers).end(told.text));
        return true;
      };
      await signIn(page, { ...service, url: between.url }, { path: '/inbox?status=all' });
      await expect(row(page, 0)).toBeVisible();
      await page.getByRole('searchbox').fill('delivery');
      await expect.poll(() => held.length).toBeGreaterThan(0);
      await page.getByRole('searchbox').fill('battery');
      const total = await countTickets(service, { q: 'battery' });
      await expectTotal(page, total);
      expect(total).not.toBe(await countTickets(service, { q: 'delivery' }));
      for (const release of held) release();
      await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
      await expectTotal(page, total);
    },
  );

  test(
    'values that this version does not know, 64-bit ids and long texts are shown as they are',
    {
      tag: ['@desktop', '@document'],
    },
    async ({ page, service, between }) => {
      const odd =
        '{"id":9007199254740993,"ticket_number":7,"subject":"' +
        'W'.repeat(300) +
        '","status":"on_hold","priority":"whenever",' +
        '"channel":"pigeon","requester_name":null,"requester_email":null,"requester_phone":null,"tags":"two words, ,x","extra":[1],' +
        '"first_response_utc":null,"resolved_utc":null,"created_utc":"2026-01-01T00:00:00Z","customer_identity_id":null}';
      between.tamper = ({ resource, query }, response) => {
        if (!isList(resource, query)) return false;
        response.writeHead(200, { 'content-type': 'application/json' }).end(`{"items":[${odd}],"total_count":1}`);
        return true;
      };
      await signIn(page, { ...service, url: between.url }, { path: '/inbox' });
      await expect(row(page, 0)).toContainText('No requester');
      await expect(row(page, 0)).toContainText('two words');
      await expect(row(page, 0).getByRole('img', { name: 'on_hold' })).toBeVisible();
      await expect(row(page, 0).getByRole('img', { name: 'pigeon' })).toBeVisible();
      await expect(row(page, 0).getByRole('link')).toHaveAttribute('href', '/tickets/9007199254740993');
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    },
  );

  test('GX-06: axe finds nothing on the list', { tag: ['@desktop', '@document'] }, async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox' });
    await expect(row(page, 0)).toBeVisible();
    await checkA11y(page);
  });

  test('GX-06: axe finds nothing on a list with its ticket', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox' });
    await row(page, 1).click();
    await expect(page.getByRole('region', { name: 'Ticket', exact: true }).getByRole('article').first()).toBeVisible();
    await checkA11y(page);
  });

  test('GX-06: axe finds nothing on the menu of filters', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox?priority=high' });
    await page.getByRole('button', { name: 'Priority High', exact: true }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await checkA11y(page);
  });

  test('GX-06: axe finds nothing on the table and its menu', async ({ page, service }) => {
    await signIn(page, service, { path: '/inbox?layout=table' });
    await expect(page.getByRole('columnheader', { name: 'Subject' })).toBeVisible();
    await page.getByRole('button', { name: 'Display options' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await checkA11y(page);
  });

  for (const width of [320, 768, 1024, 1280, 2560]) {
    test(`GX-15: the inbox with a ticket fits a window of ${width} px`, async ({ page, service }) => {
      await page.setViewportSize({ width, height: 800 });
      await signIn(page, service, { path: '/inbox' });
      await row(page, 1).click();
      await expect(page.getByRole('article').first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
  }

  test('GX-06: at 400 % zoom the list is still windowed and can be reached', async ({ page, service }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await signIn(page, service, { path: '/inbox?status=all' });
    await expect(row(page, 0)).toBeVisible();
    expect(await grid(page).locator('[data-row]').count()).toBeLessThan(30);
    await row(page, 0).scrollIntoViewIfNeeded();
    const subject = (await row(page, 0).getByRole('link').textContent()) ?? '';
    await row(page, 0).click();
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
  });
});
