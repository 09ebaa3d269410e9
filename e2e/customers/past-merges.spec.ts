import { checkA11y } from '#e2e/support/check-a11y.ts';
import { bindHandle, makeCustomer, makeTicket } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { follow } from './detail-support.ts';
import { mergeByCall, whoIs } from './merge-support.ts';

test('ID-10: a past merge says what moved and is undone, with what stays; a later merge blocks it and is named', async ({
  page,
  site,
}) => {
  const { id: into } = await makeCustomer(site, 'Mergely Arndt', { email: 'arndt@mergely.test' });
  const { id: from } = await makeCustomer(site, 'R. Arndt', { email: 'r.arndt@mergely.test' });
  const { id: last } = await makeCustomer(site, 'Mergely Zander', { email: 'zander@mergely.test' });
  await makeTicket(site, { subject: 'Mergely before', requester_email: 'r.arndt@mergely.test' });
  await bindHandle(site, from, { channel: 'whatsapp', external_user_id: '+4915155501884' });
  const first = await mergeByCall(site, from, into);
  await makeTicket(site, { subject: 'Mergely since', requester_email: 'r.arndt@mergely.test' });
  const later = await mergeByCall(site, into, last);

  await signIn(page, site, { path: `/customers/merges?identity=${from}` });
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const pastMerge = row('R. Arndt merged into Mergely Arndt');
  await expect(pastMerge).toContainText('Moved: 1 ticket');
  await expect(pastMerge).toContainText('You can undo it until');
  await expect(pastMerge.getByRole('link', { name: String(from), exact: true })).toHaveAttribute(
    'href',
    `/customers/${from}`,
  );
  await checkA11y(page);

  // The survivor was merged again: that merge has to be undone first.
  await page.getByRole('button', { name: 'Undo merge: R. Arndt merged into Mergely Arndt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo merge' });
  await expect(dialog).toContainText('R. Arndt and Mergely Arndt become two customers again.');
  await expect(dialog.getByRole('alert').first()).toContainText(
    `${into} was later merged into ${last}. Undo that merge first.`,
  );
  await expect(dialog.getByRole('button', { name: 'Undo merge' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('link', { name: 'Open that merge' }).click();
  await expect(page).toHaveURL(new RegExp(`merges\\?id=${later}`));
  await page.getByRole('button', { name: /^Undo merge/ }).click();
  await expect(dialog).toContainText('Anything added since stays with Mergely Zander.');
  await dialog.getByRole('button', { name: 'Undo merge' }).dblclick();
  await expect(dialog.getByRole('status')).toContainText('Mergely Arndt and Mergely Zander are two customers again.');
  await dialog.getByRole('contentinfo').or(dialog.locator('footer')).getByRole('button', { name: 'Close' }).click();
  await expect(row('merged into')).toContainText('Undone');
  await expect(page.getByRole('heading', { name: 'Mergely Arndt merged into Mergely Zander' })).toBeFocused();
  expect(await whoIs(site, into)).toEqual({ id: into, tickets: 2 });

  // Then the first one can be undone; later additions stay and are listed.
  await follow(page, `/customers/merges?id=${first}`);
  await page.getByRole('button', { name: /^Undo merge/ }).click();
  await dialog.getByRole('button', { name: 'Undo merge' }).click();
  const result = dialog.getByRole('status');
  await expect(result).toContainText('Back with R. Arndt: 1 ticket');
  await expect(result).toContainText('Stays with Mergely Arndt:');
  await expect(
    result
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: /^#\d+$/ }) })
      .last(),
  ).toContainText('Mergely since');
  await checkA11y(page);
  expect(await whoIs(site, from)).toEqual({ id: from, tickets: 1 });
  expect(await whoIs(site, into)).toEqual({ id: into, tickets: 1 });
});
