import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { expectTotal } from '#e2e/inbox/inbox-support.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import {
  bind,
  fact,
  freshNumber,
  heading,
  makeCustomer,
  openCustomer,
  panel,
  readCustomer,
  test,
} from './detail-support.ts';

const Bound = z.object({ data: z.object({ identity_id: z.number() }) });

test('ID-03: the page of a customer has facts that lead to what they count, and all that belongs to them', async ({
  page,
  service,
}) => {
  test.slow();
  const customer = await makeCustomer(service, 'Amara Sørensen');
  const { email } = customer;
  const ticket = { requester_email: email, requester_name: 'Amara Sørensen' };
  await service.call('POST', 'tickets', { body: { ...ticket, subject: 'Rim tape peeled off' } });
  const { json } = await service.call('POST', 'tickets', { body: { ...ticket, subject: 'Bought the wrong size' } });
  const { id } = (json as { data: { id: number } }).data;
  await service.call('PATCH', 'ticket', { body: { id, status: 'resolved' } });
  await service.call('POST', 'portal_token', { body: { requester_email: email } });
  await service.call('POST', 'visitors', { body: { visitor_key: `v_amara_${customer.id}`, email } });
  await openCustomer(page, service, customer);
  await expect(page).toHaveTitle(/^Amara Sørensen/);
  await expect(fact(page, 'Identity')).toHaveText(String(customer.id));
  await expect(fact(page, 'First seen')).toHaveText(/^\d{1,2} \w{3,4} \d{4}$/);
  await expect(fact(page, 'Last seen')).toHaveText(/^Today, \d\d:\d\d UTC$/);
  await expect(fact(page, 'CSAT')).toHaveText('No ratings');
  const tickets = panel(page, 'Tickets').getByRole('listitem');
  await expect(tickets).toHaveCount(2);
  await expect(
    tickets.filter({ hasText: 'Bought the wrong size' }).getByRole('img', { name: 'Resolved' }),
  ).toBeVisible();
  await expect(panel(page, 'Portal links').getByRole('listitem')).toContainText('never opened');
  await expect(panel(page, 'Visitors')).toContainText(`v_amara_${customer.id}`);
  await expect(panel(page, 'AI sessions')).toContainText('No AI session is linked to this customer.');
  await expect(panel(page, 'Timeline')).toContainText('Rim tape peeled off');
  await checkA11y(page);

  await fact(page, 'Open').getByRole('link').click();
  await expectTotal(page, 1);
  await page.goBack();
  await fact(page, 'Tickets').getByRole('link').click();
  await expectTotal(page, 2);
  await page.goBack();
  await panel(page, 'Tickets').getByRole('link', { name: 'Open in inbox' }).click();
  await expectTotal(page, 2);
  await page.goBack();
  await panel(page, 'Portal links').getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/manage/portal-tokens\\?email=`));
  await page.goBack();
  await tickets.filter({ hasText: 'Rim tape peeled off' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rim tape peeled off' })).toBeVisible();

  // Merged into another one: the old address leads there.
  const survivor = await makeCustomer(service, 'Amara Soerensen');
  await service.call('POST', 'customer_merges', { body: { survivor_id: survivor.id, merged_id: customer.id } });
  await page.goto(`${service.url}/customers/${customer.id}`);
  await expect(heading(page, survivor)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/customers/${survivor.id}`));
  await expect(page.getByText(`${customer.id} was merged into ${survivor.id}`)).toBeVisible();
  await expect(page.getByText(`Merged from ${customer.id}`)).toBeVisible();
});

test('ID-16: email, phone and id are copied, and lead to a mail, a call and a chat', async ({
  page,
  context,
  service,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const phone = freshNumber();
  const customer = await makeCustomer(service, 'Yara Benedek', { phone });
  await openCustomer(page, service, customer);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  for (const [name, text] of [
    ['Copy email', customer.email],
    ['Copy phone', phone],
    ['Copy identity id', String(customer.id)],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await expect.poll(copied).toBe(text);
  }
  await expect(page.getByRole('link', { name: customer.email ?? '', exact: true })).toHaveAttribute(
    'href',
    `mailto:${customer.email}`,
  );
  await expect(page.getByRole('link', { name: phone, exact: true })).toHaveAttribute('href', `tel:${phone}`);
  await expect(page.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute(
    'href',
    `https://wa.me/${phone.slice(1)}`,
  );
});

test('ID-17: a portal link and a ticket are begun for this customer, by key, button and palette', async ({
  page,
  service,
}) => {
  const customer = await makeCustomer(service, 'Ottmar Heise', { phone: freshNumber() });
  await openCustomer(page, service, customer);
  await page.keyboard.press('l');
  await expectPortalFor(page, customer.email ?? '');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Issue portal link' }).click();
  await expectPortalFor(page, customer.email ?? '');
  await page.keyboard.press('Escape');

  await page.keyboard.press('n');
  const ticket = page.getByRole('dialog', { name: 'New ticket' });
  await expect(ticket.getByRole('textbox', { name: 'Email' })).toHaveValue(customer.email ?? '');
  await expect(ticket.getByRole('textbox', { name: 'Name' })).toHaveValue('Ottmar Heise');
  await expect(ticket.getByRole('textbox', { name: 'Phone' })).toHaveValue(customer.phone ?? '');
  // Nothing was written yet, so nothing is asked.
  await page.keyboard.press('Escape');
  await expect(ticket).toBeHidden();

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('Ottmar');
  for (const name of [
    'New ticket for',
    'Issue portal link for',
    'Bind a handle to',
    'Edit',
    'Block',
    'Find duplicates of',
  ])
    await expect(page.getByRole('option', { name: `${name} Ottmar Heise` }).first()).toBeVisible();
  await page.getByRole('option', { name: 'Bind a handle to Ottmar Heise' }).click();
  await expect(page.getByRole('textbox', { name: 'External user id' })).toBeFocused();
});

async function expectPortalFor(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('textbox', { name: /email/i }).first()).toHaveValue(email);
}

test('an id that nobody has, no id at all, and a token that may only read', async ({ page, service, problems }) => {
  problems.allow(/status of 404/);
  const customer = await makeCustomer(service, 'Vito Larsen');
  await bind(service, customer.id, { channel: 'messenger', external_user_id: `vito.${customer.id}` });
  await signIn(page, service, { path: '/customers/987654321', token: service.tokens.readOnly });
  await expect(page.getByText('No customer 987654321 in this site')).toBeVisible();
  await page.goto(`${service.url}/customers/0x12`);
  await expect(page.getByText('This is not a customer id')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL(/\/customers(\?|$)/);

  await page.goto(`${service.url}/customers/${customer.id}`);
  await expect(heading(page, customer)).toBeVisible();
  for (const [name, scope] of [
    ['Issue portal link', 'portal_tokens:write'],
    ['New ticket', 'tickets:write'],
    ['Bind a handle', 'channels:write'],
    ['Add note', 'customers:write'],
  ] as const) {
    const button = page.locator('main').getByRole('button', { name: new RegExp(`^${name}`) });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(`This token lacks the scope ${scope}.`);
  }
  await expect(page.getByRole('button', { name: /^Edit customer\. This token lacks/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Unbind Messenger/ })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('b');
  await expect(page.getByText('This token lacks the scope channels:write.').first()).toBeVisible();
  await expect(page.getByRole('form', { name: 'Bind a handle' })).toHaveCount(0);
  await checkA11y(page);
});

test('one panel that fails leaves the page, and a refresh that fails keeps what was shown', async ({
  page,
  service,
  between,
  problems,
}) => {
  problems.allow(/status of 500/);
  const customer = await makeCustomer(service, 'Ronja Eklund');
  let broken = 'portal_tokens';
  between.tamper = ({ resource }, response) => {
    if (resource !== broken) return false;
    response
      .writeHead(500, { 'content-type': 'application/json', 'x-svc-request-id': 'req-5151' })
      .end('{"ok":false,"error":{"code":"internal_error","message":"req-5151"}}');
    return true;
  };
  await openCustomer(page, { ...service, url: between.url }, customer);
  await expect(panel(page, 'Portal links').getByRole('alert')).toContainText('Portal links could not be loaded', {
    timeout: 20_000,
  });
  await expect(panel(page, 'Tickets')).toContainText('No tickets yet.');
  broken = 'customer';
  // A write asks for the customer anew.
  await panel(page, 'Notes').getByRole('textbox').fill('Rides a tandem');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(/^Could not refresh\. Showing/).first()).toBeVisible({ timeout: 20_000 });
  await expect(heading(page, customer)).toBeVisible();
});

test('the page works by email or phone where the service knows no ids @document', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/status of 404/);
  const phone = freshNumber();
  const email = `doc.${crypto.randomUUID().slice(0, 8)}@example.org`;
  const { json } = await service.call('POST', 'bind_channel', {
    body: { channel: 'sms', external_user_id: phone, email, phone, display_name: 'Dagny Document' },
  });
  const id = Bound.parse(json).data.identity_id;
  await signIn(page, service, { path: `/customers/${id}` });
  await expect(page.getByText('This service finds customers by email or phone, not by id')).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Email or phone' });
  await field.fill('nobody@example.org');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('No customer has nobody@example.org')).toBeVisible();
  await field.fill(email);
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Dagny Document' })).toBeVisible();
  await expect(page).toHaveURL(/email=doc\./);
  await expect(panel(page, 'Timeline')).toContainText('This service has no timeline.');
  await expect(panel(page, 'Timeline')).toContainText('Handle bound');
  await expect(panel(page, 'Notes')).toHaveCount(0);
  await checkA11y(page);
  await page.keyboard.press('b');
  const form = page.getByRole('form', { name: 'Bind a handle' });
  await expect(form).toContainText('This service cannot be asked whose a handle is.');
  const number = freshNumber();
  await form.getByRole('textbox', { name: 'External user id' }).fill(number);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Bound WhatsApp ${number}`)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(panel(page, 'Channels')).toContainText('1 bound handle');
  await signIn(page, service, { path: `/customers/${id}?phone=${encodeURIComponent(phone)}` });
  await expect(page.getByRole('heading', { level: 2, name: 'Dagny Document' })).toBeVisible();
});

test('one column on a phone, with long and right-to-left names, and the way back @phone', async ({ page, service }) => {
  const long = 'مارين ليندكفيست 🚲 '.repeat(8).trim();
  const customer = await makeCustomer(service, 'Phone Person', { display_name: long, phone: freshNumber() });
  await bind(service, customer.id, { channel: 'instagram', external_user_id: 'x'.repeat(180) });
  await signIn(page, service, { path: `/customers/${customer.id}` });
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(long);
  await expect(panel(page, 'Channels').getByRole('listitem')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await checkA11y(page);
  await page.getByRole('button', { name: 'Bind a handle' }).tap();
  await page.getByRole('textbox', { name: 'External user id' }).fill(freshNumber());
  await page.getByRole('button', { name: 'Bind', exact: true }).tap();
  await expect.poll(async () => (await readCustomer(service, customer.id)).channels).toHaveLength(2);
  await page.getByRole('button', { name: 'Customers', exact: true }).tap();
  await expect(page).toHaveURL(/\/customers(\?|$)/);
});
