import type { Page } from '@playwright/test';
import { bindHandle, makeCustomer } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from '#e2e/support/test.ts';
import { openCustomer, panel, readCustomer } from './detail-support.ts';

const NUMBER = '+4915155501884';

const row = (page: Page, text: string) => panel(page, 'Channels').getByRole('row').filter({ hasText: text });
const form = (page: Page) => page.getByRole('dialog', { name: 'Bind a channel' });
const idField = (page: Page) => form(page).getByRole('textbox', { name: 'Channel ID' });

test('ID-05, ID-06, ID-07, ID-17: a portal link and a ticket are begun for a customer, by key and palette; a handle is bound by hand, checked by its channel, bound again, renamed and unbound, each with undo; its owner is named before it moves', async ({
  page,
  site,
}) => {
  const email = 'ilse.varga@example.org';
  const customer = await makeCustomer(site, 'Ilse Varga', { email });
  const owner = await makeCustomer(site, 'Odile Ferrant');
  const handlesOf = async ({ id }: { readonly id: number }) => (await readCustomer(site, id)).channels;
  const taken = { channel: 'whatsapp', external_user_id: '+4915155501886', display_handle: 'Odile' };
  await bindHandle(site, owner.id, taken);
  await openCustomer(page, site, customer);
  await expect(panel(page, 'Channels')).toContainText(
    'No channels bound. Bind one to match messages to this customer.',
  );
  await page.keyboard.press('l');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: /email/i }).first()).toHaveValue(email);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('t');
  const ticket = page.getByRole('dialog', { name: 'New ticket' });
  await expect(ticket.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await expect(ticket.getByRole('textbox', { name: 'Name' })).toHaveValue('Ilse Varga');
  // Nothing was written yet, so nothing is asked.
  await page.keyboard.press('Escape');
  await expect(ticket).toBeHidden();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('Ilse');
  await page.getByRole('option', { name: /^Bind a channel/ }).click();
  const id = idField(page);
  const bind = form(page).getByRole('button', { name: 'Bind', exact: true });
  await expect(id).toBeFocused();
  await expect(form(page)).toContainText('Number with country code, like +49 151 5550 1884');
  await bind.click();
  await expect(form(page)).toContainText('Channel ID can’t be empty.');
  await id.fill('0151 5550');
  await expect(form(page)).toContainText('Enter a number with its country code');
  await expect(id).toHaveAttribute('aria-invalid', 'true');
  await id.fill('+49 (151) 55501884');
  await expect(form(page)).toContainText(`Will be bound as ${NUMBER}`);
  await form(page).getByRole('combobox', { name: 'Channel' }).selectOption('SMS');
  await form(page).getByRole('textbox', { name: 'Handle' }).fill('Ilse (work)');
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('bind_channel')) posts.push(request.url());
  });
  await bind.dblclick();
  await expect(page.getByText(`Bound SMS ${NUMBER}`)).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  await expect(row(page, NUMBER)).toContainText('Ilse (work)');

  // The same again.
  await page.keyboard.press('b');
  await form(page).getByRole('combobox', { name: 'Channel' }).selectOption('SMS');
  await id.fill(NUMBER);
  expect(posts, 'a double click binds once').toHaveLength(1);
  await id.press('Enter');
  await expect(page.getByText('Already bound, refreshed')).toBeVisible();

  // Another display handle, and back.
  await row(page, NUMBER).getByRole('button', { name: 'Change handle' }).click();
  await page.getByRole('dialog', { name: 'Change handle' }).getByRole('textbox', { name: 'Handle' }).fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, NUMBER)).toContainText('None');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row(page, NUMBER)).toContainText('Ilse (work)');

  // Unbinding is seen at once and can be undone.
  await row(page, NUMBER)
    .getByRole('button', { name: `Unbind SMS ${NUMBER}` })
    .click();
  await expect(row(page, NUMBER)).toHaveCount(0);
  await expect(page.getByText(`Unbound SMS ${NUMBER}`)).toBeVisible();
  await expect.poll(() => handlesOf(customer)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, NUMBER)).toContainText('Ilse (work)');
  await expect
    .poll(() => handlesOf(customer))
    .toEqual([{ channel: 'sms', external_user_id: NUMBER, display_handle: 'Ilse (work)' }]);

  // Neither Enter nor the button takes another customer’s handle.
  await page.keyboard.press('b');
  await id.fill(taken.external_user_id);
  await id.press('Enter');
  await expect(form(page)).toContainText(
    `WhatsApp ${taken.external_user_id} belongs to Odile Ferrant (${owner.id}). Move it here?`,
  );
  await checkA11y(page);
  await bind.click();
  await expect(form(page).getByRole('link', { name: /Odile Ferrant/ })).toHaveAttribute(
    'href',
    new RegExp(`/customers/${owner.id}`),
  );
  expect(await handlesOf(owner)).toHaveLength(1);
  // Typed text asks before it is lost.
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Discard this channel?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  await form(page).getByRole('button', { name: 'Move it here' }).click();
  await expect(page.getByText(`Moved WhatsApp ${taken.external_user_id} here from Odile Ferrant`)).toBeVisible();
  await expect.poll(() => handlesOf(owner)).toEqual([]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(row(page, taken.external_user_id)).toHaveCount(0);
  await expect.poll(() => handlesOf(owner)).toEqual([taken]);
});
