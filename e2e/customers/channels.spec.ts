import type { Page } from '@playwright/test';
import { bindHandle, makeCustomer } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from '#e2e/support/test.ts';
import { openCustomer, panel, readCustomer } from './detail-support.ts';

const NUMBER = '+4915155501884';

const row = (page: Page, text: string) => panel(page, 'Channels').getByRole('listitem').filter({ hasText: text });
const form = (page: Page) => page.getByRole('form', { name: 'Bind a channel' });
const idField = (page: Page) => form(page).getByRole('textbox', { name: 'Channel ID' });

test('ID-05, ID-07: a handle is bound by hand, checked by its channel, bound again, renamed and unbound, each with undo', async ({
  page,
  site,
}) => {
  const customer = await makeCustomer(site, 'Ilse Varga');
  const stored = async () => (await readCustomer(site, customer.id)).channels;
  await openCustomer(page, site, customer);
  await expect(panel(page, 'Channels')).toContainText(
    'No channels bound. Bind one to match messages to this customer.',
  );
  await page.keyboard.press('b');
  const id = idField(page);
  await expect(id).toBeFocused();
  await expect(form(page)).toContainText('Number with country code, like +49 151 5550 1884');
  await expect(form(page)).toContainText(
    'Binding the same channel again refreshes it. Neither bind nor unbind sends a webhook',
  );
  await form(page).getByRole('button', { name: 'Bind' }).click();
  await expect(form(page)).toContainText('Channel ID can’t be empty.');
  await id.fill('0151 5550');
  await expect(form(page)).toContainText('Enter a number with its country code');
  await expect(id).toHaveAttribute('aria-invalid', 'true');
  await id.fill('+49 (151) 55501884');
  await expect(form(page)).toContainText(`Will be bound as ${NUMBER}`);
  await expect(form(page)).toContainText('No other customer has this channel.');
  await form(page).getByRole('combobox', { name: 'Channel' }).selectOption('SMS');
  await id.fill('+49 (151) 55501884');
  await form(page).getByRole('textbox', { name: 'Handle' }).fill('Ilse (work)');
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('bind_channel')) posts.push(request.url());
  });
  await form(page).getByRole('button', { name: 'Bind' }).dblclick();
  await expect(page.getByText(`Bound SMS ${NUMBER}`)).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  await expect(row(page, NUMBER)).toContainText('Ilse (work)');
  await expect(page.getByRole('button', { name: 'Bind a channel' })).toBeFocused();

  // The same again.
  await page.keyboard.press('b');
  await form(page).getByRole('combobox', { name: 'Channel' }).selectOption('SMS');
  await id.fill(NUMBER);
  await expect(form(page)).toContainText('Already bound to this customer.');
  expect(posts, 'a double click binds once').toHaveLength(1);
  await id.press('Enter');
  await expect(page.getByText('Already bound, refreshed')).toBeVisible();

  // Another display handle, and back.
  await row(page, NUMBER).getByRole('button', { name: 'Change handle' }).click();
  await row(page, NUMBER).getByRole('textbox').fill('');
  await page.keyboard.press('Enter');
  await expect(row(page, NUMBER)).toContainText('None');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row(page, NUMBER)).toContainText('Ilse (work)');

  // Esc leaves the form, and nothing is bound.
  await page.keyboard.press('b');
  await id.fill('+4915155501899');
  await page.keyboard.press('Escape');
  await expect(form(page)).toHaveCount(0);

  // Unbinding asks in the row, and is seen at once.
  const unbind = row(page, NUMBER).getByRole('button', { name: `Unbind SMS ${NUMBER}` });
  await unbind.click();
  await row(page, NUMBER).getByRole('button', { name: 'Cancel' }).click();
  await expect(unbind).toBeFocused();
  expect(await stored()).toMatchObject([{ external_user_id: NUMBER }]);
  await page.keyboard.press('Enter');
  await row(page, NUMBER).getByRole('button', { name: 'Unbind', exact: true }).click();
  await expect(row(page, NUMBER)).toHaveCount(0);
  await expect(page.getByText(`Unbound SMS ${NUMBER}`)).toBeVisible();
  await expect.poll(stored).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, NUMBER)).toContainText('Ilse (work)');
  await expect.poll(stored).toEqual([{ channel: 'sms', external_user_id: NUMBER, display_handle: 'Ilse (work)' }]);
});

test('ID-06: the owner of a handle is named before it moves; the move is confirmed and can be undone', async ({
  page,
  site,
}) => {
  const owner = await makeCustomer(site, 'Odile Ferrant');
  const customer = await makeCustomer(site, 'Rafaela Quint');
  const handlesOf = async (id: number) => (await readCustomer(site, id)).channels;
  const [taken, raced] = [NUMBER, '+4915155501886'];
  const handle = { channel: 'whatsapp', external_user_id: taken, display_handle: 'Odile' };
  await bindHandle(site, owner.id, handle);
  await bindHandle(site, customer.id, { channel: 'messenger', external_user_id: 'rafaela.q' });
  await openCustomer(page, site, customer);
  await page.keyboard.press('b');
  const id = idField(page);
  await id.fill(taken);
  await expect(form(page)).toContainText(`WhatsApp ${taken} belongs to Odile Ferrant (${owner.id}). Move it here?`);
  await expect(form(page).getByRole('link', { name: /Odile Ferrant/ })).toHaveAttribute(
    'href',
    new RegExp(`/customers/${owner.id}`),
  );
  // With the question of another row, in one look.
  await row(page, 'rafaela.q').getByRole('button', { name: 'Unbind Messenger rafaela.q' }).click();
  await expect(row(page, 'rafaela.q').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await checkA11y(page);
  await row(page, 'rafaela.q').getByRole('button', { name: 'Cancel' }).click();
  // Neither Enter nor the button moves it by itself.
  await id.press('Enter');
  const move = form(page).getByRole('button', { name: 'Move it here' });
  await expect(move).toBeFocused();
  expect(await handlesOf(owner.id)).toHaveLength(1);
  await move.click();
  await expect(page.getByText(`Moved WhatsApp ${taken} here from Odile Ferrant`)).toBeVisible();
  await expect.poll(() => handlesOf(owner.id)).toEqual([]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row(page, taken)).toHaveCount(0);
  await expect.poll(() => handlesOf(owner.id)).toEqual([handle]);

  // Someone else binds it between the look-up and the button.
  await page.keyboard.press('b');
  await id.fill(raced);
  await expect(form(page)).toContainText('No other customer has this channel.');
  await bindHandle(site, owner.id, { channel: 'whatsapp', external_user_id: raced });
  await form(page).getByRole('button', { name: 'Bind', exact: true }).click();
  await expect(form(page)).toContainText(`belongs to Odile Ferrant (${owner.id})`);
  expect(await handlesOf(customer.id)).toMatchObject([{ channel: 'messenger' }]);
});
