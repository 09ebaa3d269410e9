import type { ServerResponse } from 'node:http';
import { countTickets, expectToFit, expectTotal, grid, row } from './inbox-support.ts';
import { makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import type { Tamper } from '#e2e/support/tampering-proxy.ts';

function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): true {
  response.writeHead(status, { 'content-type': 'application/json', 'X-SVC-Request-Id': 'req_test', ...headers });
  response.end(JSON.stringify(body));
  return true;
}
const failure = (code: string, message: string) => ({ ok: false, error: { code, message } });
const isList = (resource: string, query: URLSearchParams) => resource === 'tickets' && query.get('limit') === '50';

test.describe('states of the inbox', () => {
  test('IN-01, IN-32: words without an open ticket lead to every status and to messages; filters can be cleared', async ({
    page,
    site,
  }) => {
    await makeTicket(site, { subject: 'Derailleur bent', status: 'resolved' });
    const written = await makeTicket(site, { subject: 'A question', initial_comment: 'Is the derailleur mine?' });
    await signIn(page, site, { path: '/inbox?q=derailleur' });
    const list = page.getByRole('region', { name: 'Tickets' });
    await expect(list).toContainText('We searched subject, requester, ticket number and tags.');
    await checkA11y(page);
    await list.getByRole('button', { name: 'Search messages too' }).click();
    await expectTotal(page, 1);
    await row(page, 0).click();
    await expect(page).toHaveTitle(`#${written.number} A question · Support Console`);
    await page.getByRole('button', { name: 'Remove filter Search in' }).click();
    await list.getByRole('button', { name: 'Show every status' }).click();
    await expect(row(page, 0)).toContainText('Derailleur bent');
    await page.getByRole('searchbox').fill('zzzz');
    await expect(list).toContainText('No tickets match these filters.');
    await list.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(/\/inbox$/);
  });

  test('IN-32: no access, nothing open, and a failure with its code, request and Retry; a failed refresh leaves the rows; unknown values, 64-bit ids and long texts are shown', async ({
    page,
    demoSite,
    between,
    problems,
  }) => {
    problems.allow(/status of 40[03]/);
    between.tamper = ({ resource, query }, response) =>
      isList(resource, query) && answer(response, 403, failure('insufficient_scope', 'needs read'));
    await signIn(page, { ...demoSite, url: between.url }, { path: '/inbox?q=wheel' });
    const list = page.getByRole('region', { name: 'Tickets' });
    const block = list.getByRole('alert');
    await expect(block).toContainText('This API token can’t see tickets');
    await expect(block.getByRole('button', { name: 'Retry' })).toHaveCount(0);

    between.tamper = ({ resource, query }, response) =>
      isList(resource, query) && query.get('status') === 'open' && answer(response, 200, { items: [], total_count: 0 });
    await block.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByText('Nothing open.')).toBeVisible();
    await checkA11y(page);

    // Not an error of the service, which would be retried first.
    between.tamper = ({ resource, query }, response) =>
      isList(resource, query) && answer(response, 400, failure('bad_request', 'broken'));
    await list.getByRole('button', { name: 'Show every status' }).click();
    await expect(block).toContainText('req_test');
    await block.getByText('Details').click();
    await expect(block).toContainText('400 · bad_request');
    await checkA11y(page);
    between.tamper = null;
    await block.getByRole('button', { name: 'Retry' }).click();
    await expectTotal(page, await countTickets(demoSite, {}));
    between.tamper = ({ resource }, response) =>
      resource === 'tickets' && answer(response, 400, failure('bad_request', 'x'));
    await page.keyboard.press('r');
    await expect(page.getByText(/^Could not refresh. Showing \d\d:\d\d\.$/)).toBeVisible();
    await expect(row(page, 1).getByRole('link')).toBeVisible();

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
    await page.getByRole('link', { name: /^Pending/ }).click();
    await expect(row(page, 0)).toContainText('No requester');
    await expect(row(page, 0)).toContainText('two words');
    await expect(row(page, 0).getByRole('img', { name: 'on_hold' })).toBeVisible();
    await expect(row(page, 0).getByRole('img', { name: 'pigeon' })).toBeVisible();
    await expect(row(page, 0).getByRole('link')).toHaveAttribute('href', '/tickets/9007199254740993');
    await expectToFit(page);
  });

  test('skeletons show until the first answer; a slow answer for an old filter never replaces a newer one', async ({
    page,
    demoSite,
    between,
  }) => {
    const held: (() => void)[] = [];
    const hold =
      (isHeld: (resource: string, query: URLSearchParams) => boolean): Tamper =>
      ({ resource, query, answer: told }, response) => {
        if (!isHeld(resource, query)) return false;
        held.push(() => response.writeHead(told.status, told.headers).end(told.text));
        return true;
      };
    between.tamper = hold(isList);
    await signIn(page, { ...demoSite, url: between.url }, { path: '/inbox?status=all' });
    await expect(page.getByRole('status', { name: 'Loading tickets' })).toBeVisible();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    between.tamper = hold((resource, query) => resource === 'tickets' && query.get('q') === 'delivery');
    for (const release of held.splice(0)) release();
    await expectTotal(page, await countTickets(demoSite, {}));

    await page.getByRole('searchbox').fill('delivery');
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await page.getByRole('searchbox').fill('battery');
    const total = await countTickets(demoSite, { q: 'battery' });
    await expectTotal(page, total);
    expect(total).not.toBe(await countTickets(demoSite, { q: 'delivery' }));
    between.tamper = null;
    for (const release of held) release();
    await settled(page);
    await expectTotal(page, total);
  });

  test('GX-06, GX-15: axe finds nothing on the list, with its ticket, as a table, at its menu; at 400 % zoom the list is windowed; it fits windows up to 2,560 px, where a table is 1,600 wide', async ({
    page,
    demoSite,
  }) => {
    await signIn(page, demoSite, { path: '/inbox?status=all' });
    await expect(row(page, 0)).toBeVisible();
    await checkA11y(page);
    await row(page, 1).click();
    const ticket = page.getByRole('region', { name: 'Ticket', exact: true });
    await expect(ticket.getByRole('article').first()).toBeVisible();
    await checkA11y(page);
    for (const width of [320, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      await expect(page.getByRole('article').first()).toBeVisible();
      await expectToFit(page);
    }
    await page.goBack();
    await expect(page.getByRole('article')).toHaveCount(0);
    await page.keyboard.press('v');
    await expect(page.getByRole('columnheader', { name: 'Subject' })).toBeVisible();
    await expect(row(page, 0)).toBeVisible();
    const width = async () => (await grid(page).boundingBox())?.width;
    await expect.poll(width).toBeGreaterThan(1590);
    await expect.poll(width).toBeLessThanOrEqual(1600);
    await page.getByRole('button', { name: 'Display options' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await checkA11y(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 320, height: 256 });
    await expect.poll(() => grid(page).locator('[data-row]').count()).toBeLessThan(30);
    await row(page, 0).scrollIntoViewIfNeeded();
    await expectToFit(page);
  });
});
