import type { Page } from '@playwright/test';
import * as z from 'zod/mini';
import { expectTotal } from '#e2e/inbox/inbox-support.ts';
import { bindHandle, makeCustomer, makePortalLink, makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { widthTooMuch } from '#e2e/ticket/ticket-support.ts';
import { fact, follow, heading, makeNotes, openCustomer, panel, readCustomer } from './detail-support.ts';
import { mergeByCall } from './merge-support.ts';

const PHONE = '+4915155501884';
const Bound = z.object({ data: z.object({ identity_id: z.number() }) });

test('ID-03: the page of a customer has facts that lead to what they count, and all that belongs to them', async ({
  page,
  site,
}) => {
  const customer = await makeCustomer(site, 'Amara Sørensen');
  const email = customer.email ?? '';
  const ticket = { requester_email: email, requester_name: 'Amara Sørensen' };
  await makeTicket(site, { ...ticket, subject: 'Rim tape peeled off' });
  await makeTicket(site, { ...ticket, subject: 'Bought the wrong size', status: 'resolved' });
  await makePortalLink(site, email);
  await bindHandle(site, customer.id, { channel: 'whatsapp', external_user_id: PHONE });
  await makeNotes(site, customer, 2);
  await site.call('POST', 'visitors', { body: { visitor_key: 'v_amara', email } });
  await openCustomer(page, site, customer);
  await expect(page).toHaveTitle(/^Amara Sørensen/);
  await expect(fact(page, 'Customer')).toHaveText(String(customer.id));
  await expect(fact(page, 'First seen')).toHaveText(/^\d{1,2} \w{3,4}$/);
  await expect(fact(page, 'Last seen')).toHaveText(/^Today, \d\d:\d\d UTC$/);
  await expect(fact(page, 'CSAT')).toHaveText('No ratings');
  const tickets = panel(page, 'Tickets').getByRole('listitem');
  await expect(tickets).toHaveCount(2);
  await expect(
    tickets.filter({ hasText: 'Bought the wrong size' }).getByRole('img', { name: 'Resolved' }),
  ).toBeVisible();
  await expect(panel(page, 'Portal links').getByRole('listitem')).toContainText('never opened');
  await expect(panel(page, 'Visitors')).toContainText('v_amara');
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
  const survivor = await makeCustomer(site, 'Amara Soerensen');
  await mergeByCall(site, customer.id, survivor.id);
  await page.goto(`${site.url}/customers/${customer.id}`);
  await expect(heading(page, survivor)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/customers/${survivor.id}`));
  await expect(page.getByText(`${customer.id} was merged into ${survivor.id}`)).toBeVisible();
  await expect(page.getByText(`Merged from ${customer.id}`)).toBeVisible();
});

test('ID-17: a portal link and a ticket are begun for this customer, by key, button and palette', async ({
  page,
  site,
}) => {
  const customer = await makeCustomer(site, 'Ottmar Heise', { phone: PHONE });
  await openCustomer(page, site, customer);
  await page.keyboard.press('l');
  await expectPortalFor(page, customer.email ?? '');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Issue portal link' }).click();
  await expectPortalFor(page, customer.email ?? '');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // The sheet has each key once, under the page that it belongs to.
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await expect(sheet).toContainText('New ticket for this customer');
  await expect(sheet.getByText('New customer', { exact: true })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  await page.keyboard.press('t');
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
    'Bind a channel to',
    'Edit',
    'Block',
    'Find duplicates of',
  ])
    await expect(page.getByRole('option', { name: `${name} Ottmar Heise` }).first()).toBeVisible();
  await page.getByRole('option', { name: 'Bind a channel to Ottmar Heise' }).click();
  await expect(page.getByRole('textbox', { name: 'Channel ID' })).toBeFocused();

  await follow(page, '/customers');
  await expect(heading(page, customer)).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(sheet.getByText('New customer', { exact: true })).toBeVisible();
});

async function expectPortalFor(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('textbox', { name: /email/i }).first()).toHaveValue(email);
}

test('ID-02, ID-03: an unknown id, an invalid id, and a token that only reads, with a blocked customer', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 404/);
  const customer = await makeCustomer(site, 'Vito Larsen');
  await bindHandle(site, customer.id, { channel: 'messenger', external_user_id: 'vito.larsen' });
  await site.call('PATCH', 'customer', { body: { id: customer.id, blocked: true } });
  await signIn(page, site, { path: '/customers/987654321', token: site.tokens.readOnly });
  await expect(page.getByText('There is no customer 987654321 on this site')).toBeVisible();
  await follow(page, '/customers/0x12');
  await expect(page.getByText('This is not a customer number')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL(/\/customers(\?|$)/);
  await expect(page.getByRole('button', { name: 'New customer' })).toHaveAccessibleDescription(/customers:write/);
  await page.keyboard.press('n');
  await settled(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await follow(page, `/customers/${customer.id}`);
  await expect(heading(page, customer)).toBeVisible();
  await expect(page.getByText(/^Blocked since/)).toBeVisible();
  for (const [name, scope] of [
    ['Issue portal link', 'portal_tokens:write'],
    ['New ticket', 'tickets:write'],
    ['Bind a channel', 'channels:write'],
    ['Add note', 'customers:write'],
  ] as const) {
    const button = page.locator('main').getByRole('button', { name: new RegExp(`^${name}`) });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(
      `This token lacks the scope ${scope}. A site administrator can issue one that has it.`,
    );
  }
  await expect(page.getByRole('button', { name: /^Edit customer\. This token lacks/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Unbind Messenger/ })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('b');
  await expect(page.getByText('This token lacks the scope channels:write.').first()).toBeVisible();
  await expect(page.getByRole('form', { name: 'Bind a channel' })).toHaveCount(0);
  await checkA11y(page);
});

test('the page works by email or phone if the service has no look-up by id @document', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 404/);
  const [phone, email] = [PHONE, 'doc@example.org'];
  const { json } = await site.call('POST', 'bind_channel', {
    body: { channel: 'sms', external_user_id: phone, email, phone, display_name: 'Dagny Document' },
  });
  const id = Bound.parse(json).data.identity_id;
  await signIn(page, site, { path: `/customers/${id}` });
  await expect(page.getByText(`This service can’t open customer ${id} by number`)).toBeVisible();
  await follow(page, `/customers/${id}?email=${email}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Dagny Document' })).toBeVisible();
  await expect(page).toHaveURL(/email=doc/);
  await expect(page.getByText('This service has no notes and no timeline (extension “identity_tools”)')).toBeVisible();
  for (const name of ['Timeline', 'Notes']) await expect(panel(page, name)).toHaveCount(0);
  await checkA11y(page);
  await page.keyboard.press('b');
  const form = page.getByRole('form', { name: 'Bind a channel' });
  await expect(form).toContainText('This service can’t tell whose channel this is.');
  const number = '+4915155501885';
  await form.getByRole('textbox', { name: 'Channel ID' }).fill(number);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Bound WhatsApp ${number}`)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(panel(page, 'Channels')).toContainText('1 bound');
  await follow(page, '/customers');
  await expect(page.getByRole('heading', { level: 2, name: 'Dagny Document' })).toHaveCount(0);
  await follow(page, `/customers/${id}?phone=${encodeURIComponent(phone)}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Dagny Document' })).toBeVisible();
});

test('one column on a phone, with long and right-to-left names, and Back @phone', async ({ page, site }) => {
  const long = 'مارين ليندكفيست 🚲 '.repeat(8).trim();
  const customer = await makeCustomer(site, 'Phone Person', { display_name: long, phone: PHONE });
  await bindHandle(site, customer.id, { channel: 'instagram', external_user_id: 'x'.repeat(180) });
  await signIn(page, site, { path: `/customers/${customer.id}` });
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(long);
  await expect(panel(page, 'Channels').getByRole('listitem')).toBeVisible();
  await expect.poll(() => widthTooMuch(page)).toBeLessThanOrEqual(0);
  await checkA11y(page);
  await page.getByRole('button', { name: 'Bind a channel' }).tap();
  await page.getByRole('textbox', { name: 'Channel ID' }).fill('+4915155501885');
  await page.getByRole('button', { name: 'Bind', exact: true }).tap();
  await expect.poll(async () => (await readCustomer(site, customer.id)).channels).toHaveLength(2);
  await page.getByRole('button', { name: 'Customers', exact: true }).tap();
  await expect(page).toHaveURL(/\/customers(\?|$)/);
});
