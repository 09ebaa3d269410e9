import { bindHandle, makeCustomer, makePortalLink, makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { holdCalls } from '#e2e/support/hold-calls.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { widthTooMuch } from '#e2e/ticket/ticket-support.ts';
import { readCustomer } from './detail-support.ts';
import { mergeByCall, readNotes, watchMerges, whoIs } from './merge-support.ts';

test('ID-08: two customers become one with the survivor’s values, in the direction that the button names, and Ctrl Z parts them', async ({
  page,
  site,
}) => {
  const [home, work] = ['marlis.quendt@home.test', 'marlis@quendt-design.test'];
  const { id: keep } = await makeCustomer(site, 'Marlis Quendt', { email: home, phone: '+49 151 4440 1884' });
  const { id: other } = await makeCustomer(site, 'M. Quendt', { email: work, phone: '0151 44401884' });
  for (const subject of ['Quendt one', 'Quendt two', 'Quendt three'])
    await makeTicket(site, { subject, requester_email: home });
  const pending = await makeTicket(site, { subject: 'Quendt four', requester_email: work, status: 'pending' });
  const instagram = { channel: 'instagram', external_user_id: '178414quendt', display_handle: '@m.quendt' };
  await bindHandle(site, keep, { channel: 'whatsapp', external_user_id: '+4915144401884' });
  await bindHandle(site, other, instagram);
  await makePortalLink(site, work);
  const sent = watchMerges(page);

  await signIn(page, site, { path: `/customers/merge?identity=${keep}` });
  const merge = page.getByRole('button', { name: `Merge ${other} into ${keep}` });
  await expect(merge).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`pair=${keep}-${other}`));
  // Figures that add up: tickets of both; handles bound, and an email that becomes one. A phone without a country does not.
  await expect(
    page.getByRole('heading', {
      name: `Two customers look like one person. 4 tickets and 3 channels end up with customer ${keep}.`,
    }),
  ).toBeVisible();
  const evidence = page.getByRole('region', { name: 'Evidence' });
  await expect(evidence).toContainText('+49 151 4440 1884 and 0151 44401884 are the same number.');
  const table = page.getByRole('table', { name: 'What stays' });
  await expect(table.getByRole('link', { name: 'Open M. Quendt' })).toHaveAttribute('href', `/customers/${other}`);
  const moves = page.getByRole('region', { name: `What moves to customer ${keep}` });
  const line = (text: string) => moves.getByRole('listitem').filter({ hasText: text });
  await expect(line('Instagram @m.quendt')).toHaveText(/^1 channel.*3 in total afterwards$/);
  await expect(line(`Email ${work}`)).toHaveText(/^1 new channel/);
  await expect(moves).toContainText('1 portal link');
  await expect(moves).toContainText('keeps showing the tickets of its own address');
  const checks = page.getByRole('region', { name: 'Check before you merge' });
  await expect(checks).toContainText(`#${pending.number} is pending, not yet solved.`);
  await expect(checks.getByRole('link', { name: `Open #${pending.number}` })).toHaveAttribute(
    'href',
    `/tickets/${pending.id}`,
  );
  await expect(checks).toContainText('Two different emails.');
  await checkA11y(page);

  // The survivor’s values stay; the other’s email becomes a channel.
  const after = (field: string) => table.getByRole('row').filter({ hasText: field }).getByRole('cell').last();
  await expect(table.getByRole('radio')).toHaveCount(2);
  await expect(after('Email')).toContainText(home);
  await expect(page.getByText(`${work} stays on customer ${keep} as a second email.`)).toBeVisible();
  await expect(page.getByText(`0151 44401884 still finds customer ${keep}`)).toBeVisible();
  await expect(page.getByText(`Kept in a note on customer ${keep}: M. Quendt, 0151 44401884.`)).toBeVisible();
  // The other direction, over a reload too.
  await page.keyboard.press('2');
  await expect(page.getByRole('button', { name: `Merge ${keep} into ${other}` })).toBeVisible();
  await expect(after('Email')).toContainText(work);
  await page.reload();
  await expect(table.getByRole('radio', { name: `Keep customer ${other}` })).toBeChecked();
  await expect(page.getByText(`${home} stays on customer ${other} as a second email.`)).toBeVisible();

  // While what moves is being counted for a new choice, nothing is merged.
  const release = await holdCalls(page, /resource=customer_merges/);
  await page.keyboard.press('1');
  await expect(merge).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('ControlOrMeta+Enter');
  release();
  await expect(merge).not.toHaveAttribute('aria-disabled');
  await settled(page);
  expect(sent).toEqual([]);

  // A double click merges once.
  await merge.dblclick();
  await expect(page.getByText('M. Quendt merged into Marlis Quendt')).toBeVisible();
  await expect(page.getByText(/^No duplicates of .* found\.$/)).toBeVisible();
  await settled(page);
  expect(sent).toHaveLength(1);
  expect(await whoIs(site, other)).toEqual({ id: keep, tickets: 4 });
  expect(await readCustomer(site, keep)).toMatchObject({
    display_name: 'Marlis Quendt',
    email: home,
    phone: '+49 151 4440 1884',
  });
  const note = `Customer ${other}, merged into this one, also had:\nName: M. Quendt\nPhone: 0151 44401884`;
  expect(await readNotes(site, keep)).toEqual([note]);
  // The past merge counts the moved channel, as the preview did.
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText('Moved: 1 ticket and 1 channel.')).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^No duplicates of .* found\.$/)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => whoIs(site, other)).toEqual({ id: other, tickets: 1 });
  expect(await whoIs(site, keep)).toEqual({ id: keep, tickets: 3 });
  expect(await readNotes(site, keep)).toEqual([]);
});

test('ID-08: a merge without an answer says so; a pair that is merged already is named', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  const { id: one } = await makeCustomer(site, 'Brokenly One');
  const { id: two } = await makeCustomer(site, 'Brokenly Two');
  await signIn(page, site, { path: `/customers/merge?pair=${one}-${two}` });
  await expect(page.getByText('Make sure this is one person.')).toBeVisible();
  const merge = page.getByRole('button', { name: `Merge ${two} into ${one}` });
  await expect(merge).not.toHaveAttribute('aria-disabled');
  await settled(page);
  const merges = /resource=customer_merges/;
  await intercept(page, merges, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      headers: { 'X-SVC-Request-Id': 'req-broken-1' },
      body: '{"ok":false,"error":{"code":"overloaded","message":"later"}}',
    }),
  );
  await merge.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not merged.' })).toContainText('req-broken-1');
  expect(await whoIs(site, two)).toEqual({ id: two, tickets: 0 });
  await page.unroute(merges);

  // A pair that is no longer two, by a link from yesterday.
  await mergeByCall(site, two, one);
  await page.goto(`${site.url}/customers/merge?pair=${two}-${one}`);
  await expect(page.getByText(`${two} was merged into ${one}.`)).toBeVisible();
});

test('ID-08: on a phone the pairs come first, and then one of them, with what each field is after it @phone', async ({
  page,
  site,
}) => {
  const { id: one } = await makeCustomer(site, `Pocketly ${'Long '.repeat(30)}`, {
    email: undefined,
    phone: '+49 151 2220 9001',
  });
  const { id: two } = await makeCustomer(site, 'Pocketly Two', { phone: '0151 22209001' });
  await signIn(page, site, { path: `/customers/merge?identity=${one}` });
  const row = page.getByRole('link', { name: /and Pocketly Two/ });
  await expect(row).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await checkA11y(page);
  await row.tap();
  await expect(page.getByRole('button', { name: `Merge ${two} into ${one}` })).toBeVisible();
  const email = page.getByRole('table', { name: 'What stays' }).getByRole('row').filter({ hasText: 'Email' });
  const after = email.getByRole('cell').last();
  await expect(after).toContainText('After the merge');
  await expect(after.getByText('pocketly.two@example.org')).toBeInViewport();
  await expect.poll(() => widthTooMuch(page)).toBeLessThanOrEqual(0);
  await checkA11y(page);
  await page.getByRole('link', { name: 'All pairs' }).tap();
  await expect(row).toBeVisible();
});
