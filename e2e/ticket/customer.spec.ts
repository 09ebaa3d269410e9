import type { Page } from '@playwright/test';
import { expectTotal } from '#e2e/inbox/inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { makeTicket, test } from './ticket-support.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Customer', exact: true });
const BOUND = '2026-11-20T08:00:00Z';
let people = 0;

/** An address that nobody else has. */
function address(): string {
  people += 1;
  return `person.${people}.${Date.now()}@example.org`;
}

test('the customer beside the ticket: since when, tickets by status, other tickets, all as ways there', async ({
  page,
  service,
}) => {
  const requester_email = address();
  const other = await makeTicket(service, { requester_email, subject: 'An older one' });
  await service.call('PATCH', 'ticket', { body: { id: other.id, status: 'resolved' } });
  const { id } = await makeTicket(service, { requester_email });
  await signIn(page, service, { path: `/tickets/${id}` });
  await expect(panel(page).getByRole('link', { name: '2 in total' })).toBeVisible();
  await expect(panel(page).getByRole('link', { name: '1 open' })).toBeVisible();
  await expect(panel(page)).toContainText(/First seen\d{1,2} \w{3} \d{4}/);
  await expect(panel(page)).toContainText('No channels linked');
  await checkA11y(page);
  await panel(page).getByRole('link', { name: '1 resolved' }).click();
  await expect(page).toHaveURL(/status=resolved/);
  await expectTotal(page, 1);
  await page.goBack();
  await panel(page)
    .getByRole('link', { name: /An older one/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'An older one' })).toBeVisible();
  await expect(panel(page).getByRole('link', { name: /Chain jumps/ })).toBeVisible();
});

test('bound channels show their handles', async ({ page, service, between }) => {
  const { id } = await makeTicket(service, { requester_email: address() });
  between.tamper = ({ resource, answer }, response) => {
    if (resource !== 'customer') return false;
    const bound = { channel: 'whatsapp', external_user_id: '4915155501', display_handle: '@maren', bound_utc: BOUND };
    const bare = { channel: 'sms', external_user_id: '+4915155502', display_handle: null, bound_utc: BOUND };
    const text = answer.text.replace('"channels":[]', `"channels":${JSON.stringify([bound, bare])}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    return true;
  };
  await signIn(page, { ...service, url: between.url }, { path: `/tickets/${id}` });
  await expect(panel(page).getByRole('listitem').filter({ hasText: '@maren' })).toBeVisible();
  await expect(panel(page).getByRole('img', { name: 'WhatsApp' })).toBeVisible();
  await expect(panel(page).getByRole('listitem').filter({ hasText: '+4915155502' })).toBeVisible();
});

test('email and phone are copied', async ({ page, context, service }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const requester_email = address();
  const { id } = await makeTicket(service, { requester_email, requester_phone: '+49 151 5550 1884' });
  await signIn(page, service, { path: `/tickets/${id}` });
  await page.getByRole('link', { name: requester_email }).hover();
  await page.getByRole('button', { name: 'Copy email' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(requester_email);
  await page.getByRole('button', { name: 'Copy phone' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('+49 151 5550 1884');
});

test('a rating is shown where there is one', async ({ page, service, between }) => {
  const { id } = await makeTicket(service, { requester_email: address() });
  between.tamper = ({ resource, answer }, response) => {
    if (resource !== 'customer') return false;
    const text = answer.text.replace(/"csat":\{[^}]*\}/, '"csat":{"count":4,"average":4.25}');
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    return true;
  };
  await signIn(page, { ...service, url: between.url }, { path: `/tickets/${id}` });
  await expect(panel(page)).toContainText('4.3 from 4 ratings');
});

test('a customer that cannot be loaded says so by itself, and is loaded by Retry', async ({
  page,
  service,
  between,
  problems,
}) => {
  problems.allow(/status of 500/);
  const { id } = await makeTicket(service, { requester_email: address() });
  between.tamper = ({ resource }, response) => {
    if (resource !== 'customer') return false;
    response
      .writeHead(500, { 'content-type': 'application/json', 'x-svc-request-id': 'req-4712' })
      .end('{"ok":false,"error":{"code":"internal_error","message":"req-4712"}}');
    return true;
  };
  await signIn(page, { ...service, url: between.url }, { path: `/tickets/${id}` });
  await expect(page.getByRole('status', { name: 'Loading the customer' })).toBeVisible();
  await expect(panel(page).getByRole('alert')).toContainText('The customer could not be loaded.', { timeout: 20_000 });
  await expect(panel(page)).toContainText('req-4712');
  await expect(page.getByRole('article')).toHaveCount(1);
  await checkA11y(page);
  between.tamper = null;
  await panel(page).getByRole('button', { name: 'Retry' }).click();
  await expect(panel(page).getByRole('link', { name: '1 in total' })).toBeVisible();
});

test('nobody to look up, and an address that nobody has', async ({ page, service, between, problems }) => {
  problems.allow(/status of 404/);
  const nobody = await makeTicket(service, { requester_name: null, requester_email: null });
  const known = await makeTicket(service, { requester_email: address() });
  await signIn(page, { ...service, url: between.url }, { path: `/tickets/${nobody.id}` });
  await expect(panel(page)).toContainText('no email and no phone');
  between.tamper = ({ resource }, response) => {
    if (resource !== 'customer') return false;
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"ok":false,"error":{"code":"not_found","message":"none"}}');
    return true;
  };
  await page.goto(`${between.url}/tickets/${known.id}`);
  await expect(panel(page)).toContainText('has no customer with this email or phone number');
});
