import { bindHandle, makeCustomer, makePortalLink, makeTicket } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { mergeByCall } from './merge-support.ts';

test('ID-10: a receipt names the tickets, handles and links that moved, with the way to each, and more of them', async ({
  page,
  site,
}) => {
  const { id: into } = await makeCustomer(site, 'Rowena Voss', { email: 'rowena@voss-rows.test' });
  const { id: from } = await makeCustomer(site, 'R. Voss', { email: 'r@voss-rows.test' });
  const { id: third } = await makeCustomer(site, 'Third Voss', { email: 'third@voss-rows.test' });
  const ask = (subject: string) => makeTicket(site, { subject, requester_email: 'r@voss-rows.test' });
  const first = await ask('Voss first of all');
  for (let n = 2; n <= 51; n += 1) await ask(`Voss asks ${n}`);
  const whatsApp = { channel: 'whatsapp', external_user_id: '+4915177720001', display_handle: 'Voss on the phone' };
  const instagram = { channel: 'instagram', external_user_id: 'vossgram' };
  await bindHandle(site, from, whatsApp);
  await bindHandle(site, from, instagram);
  await makePortalLink(site, 'r@voss-rows.test');
  const receipt = await mergeByCall(site, from, into);
  await bindHandle(site, third, instagram);

  await signIn(page, site, { path: `/customers/merges?identity=${from}` });
  const row = page.getByRole('listitem').filter({ hasText: 'R. Voss merged into Rowena Voss' });
  const toggle = row.getByRole('button', { name: /^Show what moved/ });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  const tickets = row.getByRole('list', { name: 'Tickets' }).getByRole('listitem');
  await expect(tickets).toHaveCount(50);
  await expect(row).toContainText('50 of 51');
  const handles = row.getByRole('list', { name: 'Channels' });
  await expect(handles).toContainText('WhatsApp Voss on the phone');
  const moved = handles.getByRole('listitem').filter({ hasText: 'vossgram' });
  await expect(moved).toContainText(`Now with ${third}`);
  await expect(moved.getByRole('link')).toHaveAttribute('href', `/customers/${third}`);
  await expect(row.getByRole('list', { name: 'Portal links' }).getByRole('link')).toHaveAttribute(
    'href',
    /\/manage\/portal-tokens\?email=r/,
  );
  await row.getByRole('button', { name: 'Show more' }).click();
  await expect(tickets).toHaveCount(51);
  await row.getByRole('button', { name: /^Hide what moved/ }).click();
  await expect(tickets).toHaveCount(0);

  // The receipt by itself shows them at once.
  await page.goto(`${site.url}/customers/merges?id=${receipt}`);
  await page.getByRole('button', { name: 'Show more' }).click();
  const last = page
    .getByRole('list', { name: 'Tickets' })
    .getByRole('listitem')
    .filter({ hasText: 'Voss first of all' });
  await last.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/tickets/${first.id}`));
});
