import { expectTotal } from '#e2e/inbox/inbox-support.ts';
import { bindHandle, makeCustomer, makePortalLink, makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from '#e2e/support/test.ts';
import { fact, heading, makeNotes, openCustomer, panel } from './detail-support.ts';
import { mergeByCall } from './merge-support.ts';

const PHONE = '+4915155501884';
test('ID-03, ID-04, ID-16: the page of a customer has facts that lead to what they count, and all that belongs to them; email, phone, handles and id are copied, and lead to a mail, a call and a chat', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const customer = await makeCustomer(site, 'Amara Sørensen', { phone: '+4915155501885' });
  const email = customer.email ?? '';
  const ticket = { requester_email: email, requester_name: 'Amara Sørensen' };
  await makeTicket(site, { ...ticket, subject: 'Rim tape peeled off' });
  await makeTicket(site, { ...ticket, subject: 'Bought the wrong size', status: 'resolved' });
  await makePortalLink(site, email);
  await bindHandle(site, customer.id, { channel: 'whatsapp', external_user_id: PHONE, display_handle: 'Amara S.' });
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

  const handle = panel(page, 'Channels').getByRole('row').filter({ hasText: 'WhatsApp' });
  await expect(handle).toContainText('Amara S.');
  await expect(handle.getByRole('time')).toHaveText(/^\d{1,2} \w{3,4}$/);
  await expect(handle.getByRole('link', { name: PHONE })).toHaveAttribute('href', `https://wa.me/${PHONE.slice(1)}`);
  for (const [name, href] of [
    [email, `mailto:${email}`],
    ['+4915155501885', 'tel:+4915155501885'],
  ] as const)
    await expect(page.getByRole('link', { name, exact: true }).first()).toHaveAttribute('href', href);
  for (const [name, text] of [
    [`Copy ${PHONE}`, PHONE],
    ['Copy email', email],
    ['Copy phone', '+4915155501885'],
    ['Copy customer number', String(customer.id)],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }

  await fact(page, 'Open').getByRole('link').click();
  await expectTotal(page, 1);
  await page.goBack();
  await fact(page, 'Tickets').getByRole('link').click();
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
  await expect(fact(page, 'Merged from')).toHaveText(String(customer.id));
});
