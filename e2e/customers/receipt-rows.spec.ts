import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { bind, makeCustomer, makeTicket, mergeByCall } from './merge-support.ts';

test('ID-10: a receipt names the tickets, handles and links that moved, with the way to each, and more of them', async ({
  page,
  service,
}) => {
  test.slow();
  const into = await makeCustomer(service, { display_name: 'Rowena Voss', email: 'rowena@voss-rows.test' });
  const from = await makeCustomer(service, { display_name: 'R. Voss', email: 'r@voss-rows.test' });
  const third = await makeCustomer(service, { display_name: 'Third Voss', email: 'third@voss-rows.test' });
  const first = await makeTicket(service, 'Voss first of all', 'r@voss-rows.test');
  for (let n = 2; n <= 52; n += 1) await makeTicket(service, `Voss asks ${n}`, 'r@voss-rows.test');
  await bind(service, from, 'whatsapp', '+4915177720001', 'Voss on the phone');
  await bind(service, from, 'instagram', 'vossgram');
  await service.call('POST', 'portal_token', { body: { requester_email: 'r@voss-rows.test' } });
  const receipt = await mergeByCall(service, from, into);
  await bind(service, third, 'instagram', 'vossgram');

  await signIn(page, service, { path: `/customers/merges?identity=${from}` });
  const row = page.getByRole('listitem').filter({ hasText: 'R. Voss merged into Rowena Voss' });
  const toggle = row.getByRole('button', { name: /^Show what moved/ });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  const tickets = row.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
  await expect(tickets).toHaveCount(50);
  await expect(row).toContainText('50 of 52');
  const handles = row.getByRole('list', { name: 'Handles' });
  await expect(handles).toContainText('WhatsApp Voss on the phone');
  const moved = handles.getByRole('listitem').filter({ hasText: 'vossgram' });
  await expect(moved).toContainText(`Now with ${third}`);
  await expect(moved.getByRole('link')).toHaveAttribute('href', `/customers/${third}`);
  await expect(row.getByRole('list', { name: 'Portal links' }).getByRole('link')).toHaveAttribute(
    'href',
    /\/manage\/portal-tokens\?email=r/,
  );
  await checkA11y(page);
  await row.getByRole('button', { name: 'Show more' }).click();
  await expect(tickets).toHaveCount(52);
  await row.getByRole('button', { name: /^Hide what moved/ }).click();
  await expect(tickets).toHaveCount(0);

  // The receipt by itself shows them at once.
  await page.goto(`${service.url}/customers/merges?id=${receipt}`);
  await page.getByRole('button', { name: 'Show more' }).click();
  const last = page
    .getByRole('list', { name: 'Tickets' })
    .getByRole('listitem')
    .filter({ hasText: 'Voss first of all' });
  await last.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/tickets/${first.id}`));
});

test('ID-08: on a phone too the merge says what each field is after it @phone', async ({ page, service }) => {
  const keep = await makeCustomer(service, { display_name: 'Pia Narrow', email: 'pia@narrow.test' });
  const other = await makeCustomer(service, { display_name: 'P. Narrow', phone: '+4915177720077' });
  await signIn(page, service, { path: `/customers/merge?pair=${keep}-${other}` });
  const phone = page.getByRole('table', { name: 'What stays' }).getByRole('row').filter({ hasText: 'Phone' });
  const after = phone.getByRole('cell').last();
  await expect(after).toContainText('After the merge');
  await expect(after.getByText('+4915177720077')).toBeInViewport();
  await checkA11y(page);
});
