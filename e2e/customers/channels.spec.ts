import type { Page } from '@playwright/test';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect } from '#e2e/support/test.ts';
import { bind, freshNumber, heading, makeCustomer, openCustomer, panel, readCustomer, test } from './detail-support.ts';

const row = (page: Page, text: string) => panel(page, 'Channels').getByRole('listitem').filter({ hasText: text });
const form = (page: Page) => page.getByRole('form', { name: 'Bind a handle' });

test('ID-04: bound handles stand with their channel, id, display handle and day, as links and to copy', async ({
  page,
  context,
  service,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const customer = await makeCustomer(service, 'Halden Brekke');
  await openCustomer(page, service, customer);
  await expect(panel(page, 'Channels')).toContainText('No handles bound. Add one to match messages to this customer.');
  const number = freshNumber();
  await bind(service, customer.id, { channel: 'whatsapp', external_user_id: number, display_handle: 'Halden B.' });
  await bind(service, customer.id, { channel: 'email', external_user_id: `halden@${customer.id}.example` });
  await page.reload();
  await expect(panel(page, 'Channels')).toContainText('2 bound handles');
  await expect(row(page, 'WhatsApp')).toContainText('Halden B.');
  await expect(row(page, 'WhatsApp').getByRole('time')).toHaveText(/^\d{1,2} \w{3,4} \d{4}$/);
  await expect(row(page, 'WhatsApp').getByRole('link', { name: number })).toHaveAttribute(
    'href',
    `https://wa.me/${number.slice(1)}`,
  );
  await expect(row(page, 'Email').getByRole('link')).toHaveAttribute('href', `mailto:halden@${customer.id}.example`);
  await expect(row(page, 'Email')).toContainText('None');
  await row(page, 'WhatsApp')
    .getByRole('button', { name: `Copy ${number}` })
    .click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
});

test('ID-05: a handle is bound by hand, judged by its channel, bound again, renamed, and taken back', async ({
  page,
  service,
}) => {
  test.slow();
  const customer = await makeCustomer(service, 'Ilse Varga');
  await openCustomer(page, service, customer);
  const number = freshNumber();
  const typed = `${number.slice(0, 3)} (${number.slice(3, 6)}) ${number.slice(6)}`;
  await page.keyboard.press('b');
  const id = form(page).getByRole('textbox', { name: 'External user id' });
  await expect(id).toBeFocused();
  await expect(form(page)).toContainText('Number with country code, like +49 151 5550 1884');
  await expect(form(page)).toContainText('Binding the same handle again refreshes it. No webhook is sent');
  await form(page).getByRole('button', { name: 'Bind' }).click();
  await expect(form(page)).toContainText('External user id must be text of 1 to 200 characters.');
  await id.fill('0151 5550');
  await expect(form(page)).toContainText('This is not a number with its country code');
  await expect(id).toHaveAttribute('aria-invalid', 'true');
  await id.fill(typed);
  await expect(form(page)).toContainText(`Will be bound as ${number}`);
  await expect(form(page)).toContainText('Nobody has this handle yet.');
  await checkA11y(page);
  // What each channel takes.
  const channel = form(page).getByRole('combobox', { name: 'Channel' });
  await channel.selectOption('Email');
  await id.fill('ilse@');
  await expect(form(page)).toContainText('This is not a whole email address.');
  await channel.selectOption('Instagram');
  await id.fill('two words');
  await expect(form(page)).toContainText('Check that this is what the channel sends.');
  await channel.selectOption('SMS');
  await id.fill(typed);
  await form(page).getByRole('textbox', { name: 'Display handle' }).fill('Ilse (work)');
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('bind_channel')) posts.push(request.url());
  });
  await form(page).getByRole('button', { name: 'Bind' }).dblclick();
  await expect(page.getByText(`Bound SMS ${number}`)).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  expect(posts).toHaveLength(1);
  await expect(row(page, number)).toContainText('Ilse (work)');
  await expect(page.getByRole('button', { name: 'Bind a handle' })).toBeFocused();

  // The same again.
  await page.keyboard.press('b');
  await channel.selectOption('SMS');
  await id.fill(number);
  await expect(form(page)).toContainText('This handle is bound to this customer already.');
  await id.press('Enter');
  await expect(page.getByText('Already bound, refreshed')).toBeVisible();

  // Another display handle, and back.
  await row(page, number).getByRole('button', { name: 'Change display handle' }).click();
  await row(page, number).getByRole('textbox').fill('');
  await page.keyboard.press('Enter');
  await expect(row(page, number)).toContainText('None');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row(page, number)).toContainText('Ilse (work)');

  // Esc leaves the form, and nothing was bound.
  await page.keyboard.press('b');
  await id.fill(freshNumber());
  await page.keyboard.press('Escape');
  await expect(form(page)).toHaveCount(0);
  expect((await readCustomer(service, customer.id)).channels).toHaveLength(1);
});

test('ID-06: whose a handle is, is said before it moves; the move is confirmed and can be taken back', async ({
  page,
  service,
}) => {
  test.slow();
  const owner = await makeCustomer(service, 'Odile Ferrant');
  const customer = await makeCustomer(service, 'Rafaela Quint');
  const [taken, raced] = [freshNumber(), freshNumber()];
  await bind(service, owner.id, { channel: 'whatsapp', external_user_id: taken, display_handle: 'Odile' });
  await openCustomer(page, service, customer);
  await page.keyboard.press('b');
  const id = form(page).getByRole('textbox', { name: 'External user id' });
  await id.fill(taken);
  await expect(form(page)).toContainText(`WhatsApp ${taken} belongs to Odile Ferrant (${owner.id}). Move it here?`);
  await expect(form(page).getByRole('link', { name: /Odile Ferrant/ })).toHaveAttribute(
    'href',
    new RegExp(`/customers/${owner.id}`),
  );
  await checkA11y(page);
  // Neither Enter nor the button moves it by itself.
  await id.press('Enter');
  const move = form(page).getByRole('button', { name: 'Move it here' });
  await expect(move).toBeFocused();
  expect((await readCustomer(service, owner.id)).channels).toHaveLength(1);
  await move.click();
  await expect(page.getByText(`Moved WhatsApp ${taken} here from Odile Ferrant`)).toBeVisible();
  expect((await readCustomer(service, owner.id)).channels).toHaveLength(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row(page, taken)).toHaveCount(0);
  await expect
    .poll(async () => (await readCustomer(service, owner.id)).channels)
    .toEqual([{ channel: 'whatsapp', external_user_id: taken, display_handle: 'Odile' }]);

  // Somebody else takes it between the look-up and the button.
  await page.keyboard.press('b');
  await id.fill(raced);
  await expect(form(page)).toContainText('Nobody has this handle yet.');
  await bind(service, owner.id, { channel: 'whatsapp', external_user_id: raced });
  await form(page).getByRole('button', { name: 'Bind', exact: true }).click();
  await expect(form(page)).toContainText(`belongs to Odile Ferrant (${owner.id})`);
  expect((await readCustomer(service, customer.id)).channels).toHaveLength(0);
});

test('ID-07: unbinding asks in the row, is seen at once, and Undo binds the same values again', async ({
  page,
  service,
}) => {
  const customer = await makeCustomer(service, 'Tycho Marsh');
  const number = freshNumber();
  await bind(service, customer.id, { channel: 'sms', external_user_id: number, display_handle: 'Tycho (work)' });
  await openCustomer(page, service, customer);
  const unbind = row(page, number).getByRole('button', { name: `Unbind SMS ${number}` });
  await unbind.click();
  await expect(row(page, number).getByRole('button', { name: 'Keep' })).toBeFocused();
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await expect(unbind).toBeFocused();
  await page.keyboard.press('Enter');
  await row(page, number).getByRole('button', { name: 'Keep' }).click();
  await expect(unbind).toBeFocused();
  await page.keyboard.press('Enter');
  await row(page, number).getByRole('button', { name: 'Unbind', exact: true }).click();
  await expect(row(page, number)).toHaveCount(0);
  await expect(page.getByText(`Unbound SMS ${number}`)).toBeVisible();
  expect((await readCustomer(service, customer.id)).channels).toHaveLength(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, number)).toContainText('Tycho (work)');
  expect((await readCustomer(service, customer.id)).channels).toMatchObject([
    { external_user_id: number, display_handle: 'Tycho (work)' },
  ]);
});

test('a site without channels says so instead of a failure, and a failed unbind brings the handle back', async ({
  page,
  service,
  between,
  problems,
}) => {
  problems.allow(/status of 500/);
  const customer = await makeCustomer(service, 'Wilma Oduya');
  const number = freshNumber();
  await bind(service, customer.id, { channel: 'sms', external_user_id: number });
  await openCustomer(page, { ...service, url: between.url }, customer);
  await expect(row(page, number)).toBeVisible();
  let code = 'internal_error';
  between.tamper = ({ resource }, response) => {
    if (resource !== 'bind_channel') return false;
    response
      .writeHead(500, { 'content-type': 'application/json', 'x-svc-request-id': 'req-9001' })
      .end(`{"ok":false,"error":{"code":"${code}","message":"not here"}}`);
    return true;
  };
  await row(page, number)
    .getByRole('button', { name: `Unbind SMS ${number}` })
    .click();
  await row(page, number).getByRole('button', { name: 'Unbind', exact: true }).click();
  await expect(page.getByText('was not unbound')).toContainText('req-9001');
  await expect(row(page, number)).toBeVisible();
  code = 'bind_failed';
  await page.keyboard.press('b');
  await form(page).getByRole('textbox', { name: 'External user id' }).fill(freshNumber());
  await page.keyboard.press('Enter');
  await expect(panel(page, 'Channels')).toContainText('Channel bindings are not deployed for this site');
  await expect(heading(page, customer)).toBeVisible();
});
