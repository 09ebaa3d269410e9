import { checkA11y } from '#e2e/support/check-a11y.ts';
import { bindHandle, makeCustomer, makePortalLink, makeTicket } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { follow } from './detail-support.ts';
import { mergeByCall, whoIs } from './merge-support.ts';

test('ID-10: a receipt says what moved and takes it back, with what stays; a later merge stands in the way and is named', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/Failed to load resource.*404/);
  const { id: into } = await makeCustomer(site, 'Receiptly Arndt', { email: 'arndt@receiptly.test' });
  const { id: from } = await makeCustomer(site, 'R. Arndt', { email: 'r.arndt@receiptly.test' });
  const { id: last } = await makeCustomer(site, 'Receiptly Zander', { email: 'zander@receiptly.test' });
  await makeTicket(site, { subject: 'Receiptly before', requester_email: 'r.arndt@receiptly.test' });
  await bindHandle(site, from, { channel: 'whatsapp', external_user_id: '+4915155501884' });
  const first = await mergeByCall(site, from, into);
  await makeTicket(site, { subject: 'Receiptly since', requester_email: 'r.arndt@receiptly.test' });
  const later = await mergeByCall(site, into, last);

  await signIn(page, site, { path: `/customers/merges?identity=${from}` });
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const receipt = row('R. Arndt merged into Receiptly Arndt');
  await expect(receipt).toContainText('Moved: 1 ticket');
  await expect(receipt).toContainText('You can undo it until');
  await expect(receipt.getByRole('link', { name: String(from), exact: true })).toHaveAttribute(
    'href',
    `/customers/${from}`,
  );
  await receipt.getByRole('link', { name: /^Receipt/ }).click();
  await expect(page).toHaveURL(new RegExp(`merges\\?id=${first}`));
  await expect(page.getByRole('listitem').filter({ hasText: 'merged into' })).toHaveCount(1);
  await expect(receipt.getByRole('list', { name: 'Channels' })).toContainText('+4915155501884');
  await checkA11y(page);

  // Refused: the survivor is part of another merge since, and the way there is shown.
  await page.getByRole('button', { name: 'Undo merge: R. Arndt merged into Receiptly Arndt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo merge' });
  await expect(dialog).toContainText('R. Arndt and Receiptly Arndt become two customers again.');
  await expect(dialog.getByRole('alert').first()).toContainText(
    `${into} was later merged into ${last}. Undo that merge first.`,
  );
  await expect(dialog.getByRole('button', { name: 'Undo merge' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('link', { name: 'Open that receipt' }).click();
  await expect(page).toHaveURL(new RegExp(`merges\\?id=${later}`));
  await page.getByRole('button', { name: /^Undo merge/ }).click();
  await expect(dialog).toContainText('Anything added since stays with Receiptly Zander.');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Undo merge' }).dblclick();
  await expect(dialog.getByRole('status')).toContainText(
    'Receiptly Arndt and Receiptly Zander are two customers again.',
  );
  await dialog.getByRole('contentinfo').or(dialog.locator('footer')).getByRole('button', { name: 'Close' }).click();
  await expect(row('merged into')).toContainText('Undone');
  await expect(page.getByRole('heading', { name: 'Receiptly Arndt merged into Receiptly Zander' })).toBeFocused();
  expect(await whoIs(site, into)).toEqual({ id: into, tickets: 2 });

  // Now the first one can be undone: what came since stays, and is listed.
  await follow(page, `/customers/merges?id=${first}`);
  await page.getByRole('button', { name: /^Undo merge/ }).click();
  await dialog.getByRole('button', { name: 'Undo merge' }).click();
  const result = dialog.getByRole('status');
  await expect(result).toContainText('Back with R. Arndt: 1 ticket');
  await expect(result).toContainText('Stays with Receiptly Arndt:');
  await expect(
    result
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: /^#\d+$/ }) })
      .last(),
  ).toContainText('Receiptly since');
  await checkA11y(page);
  expect(await whoIs(site, from)).toEqual({ id: from, tickets: 1 });
  expect(await whoIs(site, into)).toEqual({ id: into, tickets: 1 });
  // A receipt that nobody has, and a token that only reads.
  await follow(page, '/customers/merges?id=999999999999');
  await expect(page.getByText('There is no such receipt.')).toBeVisible();
  const third = await mergeByCall(site, from, into);
  await signIn(page, site, { token: site.tokens.readOnly, path: `/customers/merges?id=${third}` });
  await expect(page.getByRole('button', { name: /^Undo merge/ })).toHaveAttribute('aria-disabled', 'true');
});

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
