import type { Page } from '@playwright/test';
import { expectTotal, row } from '#e2e/inbox/inbox-support.ts';
import { bindHandle, makeAnswers, makeCustomer, makeTicket, makeTickets } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import type { TamperingProxy } from '#e2e/support/tampering-proxy.ts';
import { expect, test } from '#e2e/support/test.ts';
import { button, heading } from './ticket-support.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Customer', exact: true });
const EMAIL = 'maren@example.org';
const PHONE = '+49 151 5550 1884';

/** Every question for a customer is answered so. */
function answerCustomer(between: TamperingProxy, status: number, answer: unknown): void {
  between.tamper = ({ resource }, response) => {
    if (resource !== 'customer') return false;
    response
      .writeHead(status, { 'content-type': 'application/json', 'x-svc-request-id': 'req-4712' })
      .end(JSON.stringify(answer));
    return true;
  };
}

test('IN-18: the panel shows the customer’s channels, visits, block and tickets with links; email and phone are copied', async ({
  page,
  context,
  site,
  clock,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The visits are of the day that the page calls today.
  await clock.set(`${clock.date()}T10:00:00Z`);
  const { id: customer } = await makeCustomer(site, 'Vera Lind', { email: EMAIL });
  await bindHandle(site, customer, { channel: 'whatsapp', external_user_id: '4915155501', display_handle: '@vera' });
  await site.call('POST', 'visitors', { body: { visitor_key: 'vera', email: EMAIL } });
  for (const event of ['Viewed pricing', 'Added to basket', 'Viewed pricing']) {
    await site.call('POST', 'track', { body: { visitor_key: 'vera', event } });
  }
  const older = await makeTicket(site, { subject: 'An older one', status: 'resolved' });
  await makeAnswers(site, [{ ticket_id: older.id, score: 4 }]);
  const { id } = await makeTicket(site, { requester_phone: PHONE });
  await site.call('PATCH', 'customer', { body: { id: customer, blocked: true } });
  await signIn(page, site, { path: `/inbox?ticket=${id}` });
  await expect(panel(page)).toContainText(/Last visitToday, 10:0\d UTC3 eventsViewed pricing, Added to basket/);
  await expect(panel(page)).toContainText(/First seen\d{1,2} \w{3}(?: \d{4})?/);
  await expect(panel(page).getByRole('listitem').filter({ hasText: '@vera' })).toBeVisible();
  await expect(panel(page).getByRole('img', { name: 'WhatsApp' })).toBeVisible();
  await expect(panel(page)).toContainText('4.0 from 1 rating');
  await expect(panel(page)).toContainText('StateBlocked');
  await expect(page.getByText('Customer blocked.')).toBeVisible();
  await expect(row(page, 0)).toContainText('Blocked');
  await expect(panel(page).getByRole('link', { name: '2 in total' })).toBeVisible();
  await checkA11y(page);

  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('link', { name: EMAIL }).hover();
  await page.getByRole('button', { name: 'Copy email' }).click();
  await expect.poll(copied).toBe(EMAIL);
  await page.getByRole('button', { name: 'Copy phone' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(copied).toBe(PHONE);

  await panel(page).getByRole('link', { name: '1 resolved' }).click();
  await expect(page).toHaveURL(/status=resolved/);
  await expectTotal(page, 1);
  await page.goBack();
  await panel(page)
    .getByRole('link', { name: /An older one/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'An older one' })).toBeVisible();
  await panel(page).getByRole('link', { name: 'Vera Lind' }).click();
  await expect(page).toHaveURL(/\/customers\/\d+/);
  await expect(page.getByRole('heading', { name: 'Vera Lind' })).toBeVisible();
  await settled(page);
});

test('IN-18: a customer that cannot be loaded has its own failure with Retry; without one, other tickets of the phone are a link away', async ({
  page,
  site,
  between,
  problems,
}) => {
  problems.allow(/status of (403|404)/);
  const [first] = await makeTickets(site, [
    { subject: 'Not loaded' },
    { subject: 'Not known', requester_email: 'nobody@example.org' },
    { subject: 'Phone alone', requester_email: null, requester_phone: '+49 171 555 01 17' },
    { subject: 'Same phone', requester_email: null, requester_phone: '0049 (171) 555-0117' },
  ]);
  // Not an error of the service, which would be retried first.
  answerCustomer(between, 403, { ok: false, error: { code: 'forbidden', message: 'req-4712' } });
  const path = `/inbox?order_by=created&dir=asc&ticket=${first?.id}`;
  await signIn(page, { ...site, url: between.url }, { path });
  await expect(panel(page).getByRole('alert')).toContainText('The customer couldn’t be loaded.');
  await expect(panel(page)).toContainText('req-4712');
  await expect(page.getByRole('article')).toHaveCount(1);
  await checkA11y(page);
  between.tamper = null;
  await panel(page).getByRole('button', { name: 'Retry' }).click();
  await expect(panel(page).getByRole('link', { name: '1 in total' })).toBeVisible();

  answerCustomer(between, 404, { ok: false, error: { code: 'not_found', message: 'none' } });
  await button(page, 'Next ticket').click();
  await expect(heading(page, 'Not known')).toBeVisible();
  await expect(panel(page)).toContainText('has no customer with this email or phone number');
  between.tamper = null;
  await button(page, 'Next ticket').click();
  await expect(panel(page)).toContainText('This ticket has no email, so it isn’t linked to a customer.');
  await panel(page).getByRole('link', { name: 'Tickets with this phone' }).click();
  await expect(page).toHaveURL(/status=all/);
  await expectTotal(page, 2);
});
