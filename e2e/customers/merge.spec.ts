import { bindHandle, makeCustomer, makePortalLink, makeTicket } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { holdCalls } from '#e2e/support/hold-calls.ts';
import { intercept } from '#e2e/support/intercept.ts';
import { settled } from '#e2e/support/settled.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { follow, readCustomer } from './detail-support.ts';
import { readNotes, watchMerges, whoIs } from './merge-support.ts';

test('ID-08: two customers become one with the survivor’s values, in the direction that the button names, and Ctrl Z parts them; a merge that fails says so', async ({
  page,
  site,
  clock,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  const [home, work] = ['marlis.quendt@home.test', 'marlis@quendt-design.test'];
  const { id: keep } = await makeCustomer(site, 'Marlis Quendt', { email: home, phone: '+49 151 4440 1884' });
  const { id: other } = await clock.as(clock.date(7), () =>
    makeCustomer(site, 'M. Quendt', { email: work, phone: '0151 44401884' }),
  );
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
  const evidence = page.getByRole('region', { name: 'Evidence' });
  await expect(evidence).toContainText('Same phone written two ways: +49 151 4440 1884, 0151 44401884');
  const table = page.getByRole('table', { name: 'What stays' });
  await expect(table.getByRole('link', { name: 'M. Quendt' })).toHaveAttribute('href', `/customers/${other}`);
  // An email becomes a channel; a phone without a country does not.
  const moves = page.getByRole('region', { name: `What moves to customer ${keep}` });
  await expect(moves.getByRole('definition')).toHaveText([
    `1 ticket#${pending.number}`,
    'Instagram @m.quendt',
    `Email ${work}`,
    'M. Quendt, 0151 44401884',
    '1 keeps showing the tickets of its own address',
  ]);
  await checkA11y(page);

  // The survivor’s values stay; the other’s email becomes a channel.
  const after = (field: string) => table.getByRole('row').filter({ hasText: field }).getByRole('cell').last();
  await expect(after('Email')).toContainText(home);
  await expect(after('Tickets')).toHaveText('4');
  const [now, earlier] = await table
    .getByRole('row')
    .filter({ hasText: 'First seen' })
    .getByRole('cell')
    .allTextContents();
  expect(now).not.toBe(earlier);
  await expect(after('First seen')).toHaveText(earlier ?? '');
  // The other direction, over a reload too.
  await page.keyboard.press('2');
  await expect(page.getByRole('button', { name: `Merge ${keep} into ${other}` })).toBeVisible();
  await expect(after('Email')).toContainText(work);
  await page.reload();
  await expect(page.getByRole('radio', { name: `Keep customer ${other}` })).toBeChecked();
  await expect(page.getByRole('region', { name: `What moves to customer ${other}` })).toContainText(`Email ${home}`);

  // While what moves is being counted for a new choice, nothing is merged.
  const release = await holdCalls(page, /resource=customer_merges/);
  await page.keyboard.press('1');
  await expect(merge).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('ControlOrMeta+Enter');
  release();
  await expect(merge).not.toHaveAttribute('aria-disabled');
  await settled(page);
  expect(sent).toEqual([]);

  // A merge that the service refuses.
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
  expect(await whoIs(site, other)).toEqual({ id: other, tickets: 1 });
  await page.unroute(merges);

  // A double click merges once.
  await merge.dblclick();
  await expect(page.getByText('M. Quendt merged into Marlis Quendt')).toBeVisible();
  await expect(page.getByText(/^No duplicates of .* found\.$/)).toBeVisible();
  await settled(page);
  expect(sent).toHaveLength(2);
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
  // A pair that is no longer two, by a link from yesterday.
  await follow(page, `/customers/merge?pair=${other}-${keep}`);
  await expect(page.getByText(`${other} was merged into ${keep}.`)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => whoIs(site, other)).toEqual({ id: other, tickets: 1 });
  expect(await whoIs(site, keep)).toEqual({ id: keep, tickets: 3 });
  expect(await readNotes(site, keep)).toEqual([]);

  // The chosen customer survives, also the second of the pair.
  await page.goto(`${site.url}/customers/merge?pair=${keep}-${other}&keep=${other}`);
  await page.getByRole('button', { name: `Merge ${keep} into ${other}` }).click();
  await expect(page.getByText('Marlis Quendt merged into M. Quendt')).toBeVisible();
  expect(await whoIs(site, keep)).toEqual({ id: other, tickets: 4 });
  expect(await readCustomer(site, other)).toMatchObject({ display_name: 'M. Quendt', email: work });
});
