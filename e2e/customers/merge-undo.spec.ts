import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { makeCustomer, makeTicket, mergeByCall, whoIs } from './merge-support.ts';

test('ID-10: a receipt says what moved and takes it back, with what stays; a later merge stands in the way and is named', async ({
  page,
  service,
  problems,
}) => {
  test.slow();
  problems.allow(/Failed to load resource.*404/);
  const into = await makeCustomer(service, { display_name: 'Receiptly Arndt', email: 'arndt@receiptly.test' });
  const from = await makeCustomer(service, { display_name: 'R. Arndt', email: 'r.arndt@receiptly.test' });
  const last = await makeCustomer(service, { display_name: 'Receiptly Zander', email: 'zander@receiptly.test' });
  await makeTicket(service, 'Receiptly before', 'r.arndt@receiptly.test');
  const first = await mergeByCall(service, from, into);
  await makeTicket(service, 'Receiptly since', 'r.arndt@receiptly.test');
  const later = await mergeByCall(service, into, last);

  await signIn(page, service, { path: `/customers/merges?identity=${from}` });
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const receipt = row('R. Arndt merged into Receiptly Arndt');
  await expect(receipt).toContainText('Moved: 1 ticket');
  await expect(receipt).toContainText('Can be undone until');
  await expect(receipt.getByRole('link', { name: String(from) })).toHaveAttribute('href', `/customers/${from}`);
  await receipt.getByRole('link', { name: /^Receipt/ }).click();
  await expect(page).toHaveURL(new RegExp(`merges\\?id=${first}`));
  await expect(page.getByRole('listitem').filter({ hasText: 'merged into' })).toHaveCount(1);
  await checkA11y(page);

  // Refused: the survivor is part of another merge since, and the way there is shown.
  await page.getByRole('button', { name: 'Undo merge: R. Arndt merged into Receiptly Arndt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo merge' });
  await expect(dialog).toContainText('R. Arndt and Receiptly Arndt become two customers again.');
  await expect(dialog.getByRole('alert').first()).toContainText(
    `${into} was merged into ${last} since. Undo that merge first.`,
  );
  await expect(dialog.getByRole('button', { name: 'Undo merge' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('link', { name: 'Open that receipt' }).click();
  await expect(page).toHaveURL(new RegExp(`merges\\?id=${later}`));
  await page.getByRole('button', { name: /^Undo merge/ }).click();
  await expect(dialog).toContainText('What came since stays with Receiptly Zander.');
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Undo merge' }).dblclick();
  await expect(dialog.getByRole('status')).toContainText(
    'Receiptly Arndt and Receiptly Zander are two customers again.',
  );
  await dialog.getByRole('contentinfo').or(dialog.locator('footer')).getByRole('button', { name: 'Close' }).click();
  await expect(row('merged into')).toContainText('Undone');
  await expect(page.getByRole('heading', { name: 'Receiptly Arndt merged into Receiptly Zander' })).toBeFocused();
  expect(await whoIs(service, into)).toEqual({ id: into, tickets: 2 });

  // Now the first one can be taken back: what came since stays, and is listed.
  await page.goto(`${service.url}/customers/merges?id=${first}`);
  await page.getByRole('button', { name: /^Undo merge/ }).click();
  await dialog.getByRole('button', { name: 'Undo merge' }).click();
  const result = dialog.getByRole('status');
  await expect(result).toContainText('Went back to R. Arndt: 1 ticket');
  await expect(result).toContainText('Stays with Receiptly Arndt:');
  await expect(result.getByRole('link', { name: /Receiptly since/ })).toBeVisible();
  expect(await whoIs(service, from)).toEqual({ id: from, tickets: 1 });
  expect(await whoIs(service, into)).toEqual({ id: into, tickets: 1 });

  // A receipt that nobody has, and a token that only reads.
  await page.goto(`${service.url}/customers/merges?id=999999999999`);
  await expect(page.getByText('There is no such receipt.')).toBeVisible();
  const third = await mergeByCall(service, from, into);
  await signIn(page, service, { token: service.tokens.readOnly, path: `/customers/merges?id=${third}` });
  await expect(page.getByRole('button', { name: /^Undo merge/ })).toHaveAttribute('aria-disabled', 'true');
});
