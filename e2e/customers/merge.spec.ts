import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { bind, makeCustomer, makeTicket, mergeByCall, watchMerges, whoIs } from './merge-support.ts';

test('ID-08: two customers become one, field by field, in the direction that the button names, and Ctrl Z parts them', async ({
  page,
  service,
}) => {
  test.slow();
  const keep = await makeCustomer(service, {
    display_name: 'Marlis Quendt',
    email: 'marlis.quendt@home.test',
    phone: '+49 151 4440 1884',
  });
  const other = await makeCustomer(service, {
    display_name: 'M. Quendt',
    email: 'marlis@quendt-design.test',
    phone: '0151 44401884',
  });
  for (const subject of ['Quendt one', 'Quendt two', 'Quendt three'])
    await makeTicket(service, subject, 'marlis.quendt@home.test');
  const pending = await makeTicket(service, 'Quendt four', 'marlis@quendt-design.test');
  await service.call('PATCH', 'ticket', { body: { id: pending.id, status: 'pending' } });
  await bind(service, keep, 'whatsapp', '+4915144401884');
  await bind(service, other, 'instagram', '178414quendt', '@m.quendt');
  await service.call('POST', 'portal_token', { body: { requester_email: 'marlis@quendt-design.test' } });
  const sent = watchMerges(page);

  await signIn(page, service, { path: `/customers/merge?identity=${keep}` });
  const merge = page.getByRole('button', { name: `Merge ${other} into ${keep}` });
  await expect(merge).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`pair=${keep}-${other}`));
  // Figures that add up: tickets of both; handles bound, and an email and a phone that become handles.
  await expect(
    page.getByRole('heading', { name: `Two records look like one person. 4 tickets and 4 handles end up on ${keep}.` }),
  ).toBeVisible();
  const evidence = page.getByRole('region', { name: 'Evidence' });
  await expect(evidence).toContainText('+49 151 4440 1884 and 0151 44401884 are one number.');
  const table = page.getByRole('table', { name: 'What stays' });
  await expect(table.getByRole('link', { name: 'Open M. Quendt' })).toHaveAttribute('href', `/customers/${other}`);
  const moves = page.getByRole('region', { name: `What moves to ${keep}` });
  await expect(moves).toContainText('become 4 in total');
  await expect(moves).toContainText('Instagram @m.quendt');
  await expect(moves).toContainText('1 portal link');
  await expect(moves).toContainText('shows its own address only');
  const checks = page.getByRole('region', { name: 'Check before you merge' });
  await expect(checks).toContainText(`#${pending.number} is pending, not yet solved.`);
  await expect(checks.getByRole('link', { name: `Open #${pending.number}` })).toHaveAttribute(
    'href',
    `/tickets/${pending.id}`,
  );
  await expect(checks).toContainText('Two different emails.');
  await checkA11y(page);

  // A field radio never changes who survives; what is lost becomes a handle.
  await expect(page.getByText('marlis@quendt-design.test is not lost: it becomes a bound email handle')).toBeVisible();
  await table.getByRole('radio', { name: 'Email marlis@quendt-design.test' }).click();
  await expect(table.getByRole('radio', { name: `Keep identity ${keep}` })).toBeChecked();
  await expect(page.getByText('marlis.quendt@home.test is not lost: it becomes a bound email handle')).toBeVisible();
  await expect(merge).toBeVisible();
  // The other direction, and what was chosen by hand stays, over a reload too.
  await page.keyboard.press('2');
  await expect(page.getByRole('button', { name: `Merge ${keep} into ${other}` })).toBeVisible();
  await page.reload();
  await expect(table.getByRole('radio', { name: `Keep identity ${other}` })).toBeChecked();
  await expect(table.getByRole('radio', { name: 'Email marlis@quendt-design.test' })).toBeChecked();
  await page.keyboard.press('1');

  // While what moves is being counted for a new choice, nothing is merged.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/resource=customer_merges/, async (route) => {
    if (route.request().postData()?.includes('dry_run') === true) await held;
    await route.continue();
  });
  await table.getByRole('radio', { name: 'Name M. Quendt' }).click();
  await expect(merge).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('ControlOrMeta+Enter');
  expect(sent).toEqual([]);
  release();
  await expect(merge).not.toHaveAttribute('aria-disabled');

  // A double click merges once.
  await merge.dblclick();
  await expect(page.getByText('M. Quendt merged into Marlis Quendt')).toBeVisible();
  await expect(page.getByText(/^No duplicates of .* found\.$/)).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(await whoIs(service, other)).toEqual({ id: keep, tickets: 4 });
  await expect(page.getByRole('button', { name: 'Receipt' })).toBeVisible();
  // Undo after a reload: the history of this tab knows the way back.
  await page.reload();
  await expect(page.getByText(/^No duplicates of .* found\.$/)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('undo history');
  await page.getByRole('option', { name: /^Undo history/ }).click();
  const history = page.getByRole('dialog', { name: 'Undo history' });
  await expect(history.getByRole('button', { name: 'Undo', exact: true })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => whoIs(service, other)).toEqual({ id: other, tickets: 1 });
  expect(await whoIs(service, keep)).toEqual({ id: keep, tickets: 3 });
});

test('ID-08: who merges second is told who was first, and goes on with the next pair', async ({
  page,
  context,
  service,
  problems,
}) => {
  problems.allow(/Failed to load resource.*(404|409)/);
  const phones = ['+49 151 3330 7001', '0151 33307001', '151 33307001'];
  const ids: number[] = [];
  for (const [at, phone] of phones.entries())
    ids.push(await makeCustomer(service, { display_name: `Twotab ${at}`, phone, email: `twotab${at}@t.test` }));
  const [first, second, third] = ids;
  const path = `/customers/merge?identity=${first}&pair=${first}-${second}`;
  await signIn(page, service, { path });
  const button = page.getByRole('button', { name: `Merge ${second} into ${first}` });
  await expect(button).not.toHaveAttribute('aria-disabled');
  const other = await context.newPage();
  await signIn(other, service, { path });
  const otherButton = other.getByRole('button', { name: `Merge ${second} into ${first}` });
  await expect(otherButton).not.toHaveAttribute('aria-disabled');
  // Both press: one is first, and the other one is told.
  await Promise.all([button.click(), otherButton.click()]);
  const told = (tab: typeof page) => tab.getByText(`${second} was merged into ${first}.`);
  const done = (tab: typeof page) => tab.getByText('Twotab 1 merged into Twotab 0');
  await expect(done(page).or(told(page))).toBeVisible();
  await expect(done(other).or(told(other))).toBeVisible();
  const late = (await told(page).isVisible()) ? page : other;
  await expect(told(late)).toBeVisible();
  await expect(late.getByRole('link', { name: 'Open Twotab 0' })).toHaveAttribute('href', `/customers/${first}`);
  expect(await whoIs(service, Number(second))).toEqual({ id: first, tickets: 0 });
  expect(await whoIs(service, Number(third))).toEqual({ id: third, tickets: 0 });
  // Both go on with the pair that is left, and the focus with them.
  await late.getByRole('button', { name: 'Next pair' }).click();
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await expect(tab.getByRole('button', { name: `Merge ${third} into ${first}` })).toBeVisible();
    await expect(tab.getByRole('heading', { name: /^Two records look like one person/ })).toBeFocused();
  }
  await other.close();
});

test('a broken merge says so and nothing is half done; a token that only reads is told which scope it lacks', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  const one = await makeCustomer(service, { display_name: 'Brokenly One', email: 'brokenly1@t.test' });
  const two = await makeCustomer(service, { display_name: 'Brokenly Two', email: 'brokenly2@t.test' });
  await signIn(page, service, { path: `/customers/merge?pair=${one}-${two}` });
  await expect(page.getByText('Be sure that this is one person.')).toBeVisible();
  const merge = page.getByRole('button', { name: `Merge ${two} into ${one}` });
  await expect(merge).not.toHaveAttribute('aria-disabled');
  await page.route(/resource=customer_merges/, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      headers: { 'X-SVC-Request-Id': 'req-broken-1' },
      body: '{"ok":false,"error":{"code":"overloaded","message":"later"}}',
    }),
  );
  await merge.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not merged.' })).toContainText('req-broken-1');
  expect(await whoIs(service, two)).toEqual({ id: two, tickets: 0 });
  await page.unrouteAll();

  await signIn(page, service, { token: service.tokens.readOnly, path: `/customers/merge?pair=${one}-${two}` });
  await expect(merge).toHaveAttribute('aria-disabled', 'true');
  await expect(merge).toHaveAccessibleDescription(/customers:write/);
  await expect(page.getByRole('button', { name: 'Not the same person' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('table', { name: 'What stays' })).toContainText('brokenly2@t.test');

  // A pair that is no longer two, by a link from yesterday.
  await mergeByCall(service, two, one);
  await page.goto(`${service.url}/customers/merge?pair=${two}-${one}`);
  await expect(page.getByText(`${two} was merged into ${one}.`)).toBeVisible();
  await page.goto(`${service.url}/customers/merge?pair=${one}-999999999999`);
  await expect(page.getByText('There is no customer 999999999999.')).toBeVisible();
});

test('on a phone the pairs come first, and then one of them @phone', async ({ page, service }) => {
  const one = await makeCustomer(service, {
    display_name: `Pocketly ${'Long '.repeat(30)}`,
    email: 'pocketly1@t.test',
    phone: '+49 151 2220 9001',
  });
  const two = await makeCustomer(service, {
    display_name: 'Pocketly Two',
    email: 'pocketly2@t.test',
    phone: '0151 22209001',
  });
  await signIn(page, service, { path: `/customers/merge?identity=${one}` });
  const row = page.getByRole('link', { name: /and Pocketly Two/ });
  await expect(row).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await row.tap();
  await expect(page.getByRole('button', { name: `Merge ${two} into ${one}` })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await checkA11y(page);
  await page.getByRole('link', { name: 'All pairs' }).tap();
  await expect(row).toBeVisible();
});

test('a service without the identity tools says that it cannot merge, and compares the customers it lists @document', async ({
  page,
  service,
}) => {
  await makeTicket(service, 'Unjoined', 'unjoined@mailbox.test');
  await makeTicket(service, 'Unjoined again', 'unjoined+shop@mailbox.test');
  await signIn(page, service, { path: '/customers/merge?pair=1-2' });
  await expect(page.getByText('This service cannot merge customers.')).toBeVisible();
  const alike = page.getByRole('region', { name: 'Customers that look alike' });
  await expect(alike.getByText(/^Compared \d+ of \d+ customers, the newest first\.$/)).toBeVisible();
  const pair = alike.getByRole('listitem').filter({ hasText: 'unjoined+shop@mailbox.test' });
  await expect(pair).toContainText('Emails of one mailbox');
  await expect(pair).toContainText('Strong');
  await expect(pair.getByRole('link', { name: 'unjoined@mailbox.test' })).toHaveAttribute('href', /email=unjoined@/);
  await expect(page.getByRole('button', { name: /^Merge/ })).toHaveCount(0);
  await checkA11y(page);
  await signIn(page, service, { path: '/customers/merges' });
  await expect(page.getByText('This service cannot merge customers.')).toBeVisible();
});
