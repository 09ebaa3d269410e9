import { checkA11y } from '#e2e/support/check-a11y.ts';
import { bindHandle, makeCustomer, makeTicket } from '#e2e/support/builders.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { mergeByCall, whoIs } from './merge-support.ts';

test('ID-10: a past merge says what moved and is undone, with what stays; a later merge blocks it and is named', async ({
  page,
  site,
  clock,
  problems,
}) => {
  problems.allow(/status of 409/);
  await clock.as(clock.date(31), async () => {
    const { id: kept } = await makeCustomer(site, 'Mergely Kept');
    await mergeByCall(site, (await makeCustomer(site, 'Mergely Old')).id, kept);
  });
  const { id: into } = await makeCustomer(site, 'Mergely Arndt', { email: 'arndt@mergely.test' });
  const { id: from } = await makeCustomer(site, 'R. Arndt', { email: 'r.arndt@mergely.test' });
  const { id: last } = await makeCustomer(site, 'Mergely Zander', { email: 'zander@mergely.test' });
  await makeTicket(site, { subject: 'Mergely before', requester_email: 'r.arndt@mergely.test' });
  await bindHandle(site, from, { channel: 'whatsapp', external_user_id: '+4915155501884' });
  await mergeByCall(site, from, into);
  await makeTicket(site, { subject: 'Mergely since', requester_email: 'r.arndt@mergely.test' });
  await mergeByCall(site, into, last);

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
  const confirm = dialog.getByRole('button', { name: 'Undo merge' });
  await expect(dialog).toContainText('R. Arndt and Mergely Arndt become two customers again.');
  await expect(dialog).toContainText('Back to R. Arndt: 1 ticket and 1 channel');
  await expect(dialog).toContainText('Anything added since stays with Mergely Arndt.');
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText(
    `Not undone. Customer ${into} was merged into ${last} since. Undo that merge first`,
  );
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Show all merges' }).click();
  await expect(row('Mergely Old merged into Mergely Kept')).toContainText('Undo expired on');
  await expect(row('Mergely Old merged into Mergely Kept').getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo merge: Mergely Arndt merged into Mergely Zander' }).click();
  await confirm.dblclick();
  await expect(page.getByText('Mergely Arndt and Mergely Zander are two customers again.')).toBeVisible();
  await expect(row('Mergely Arndt merged into Mergely Zander')).toContainText('Undone');
  await expect(page.getByRole('heading', { name: 'Mergely Arndt merged into Mergely Zander' })).toBeFocused();
  expect(await whoIs(site, into)).toEqual({ id: into, tickets: 2 });

  // Then the first one can be undone; what came since stays.
  await page.getByRole('button', { name: 'Undo merge: R. Arndt merged into Mergely Arndt' }).click();
  await confirm.click();
  await expect(
    page.getByText('R. Arndt and Mergely Arndt are two customers again. 1 item added since stays with Mergely Arndt.'),
  ).toBeVisible();
  expect(await whoIs(site, from)).toEqual({ id: from, tickets: 1 });
  expect(await whoIs(site, into)).toEqual({ id: into, tickets: 1 });
});
