import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect } from '#e2e/support/test.ts';
import { makeCustomer, openCustomer, panel, test } from './detail-support.ts';

test('ID-12: notes are added, survive a reload while they are written, and are deleted with a way back', async ({
  page,
  service,
}) => {
  const customer = await makeCustomer(service, 'Nadia Thorsen');
  await openCustomer(page, service, customer);
  const notes = panel(page, 'Notes');
  const field = notes.getByRole('textbox', { name: 'New note' });
  await expect(notes).toContainText('No notes yet.');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes).toContainText('Note must be text of 1 to 20000 characters.');
  await field.fill('Prefers calls <b>after five</b>');
  await expect(notes).toContainText('Not saved yet.');
  await page.reload();
  await expect(field).toHaveValue('Prefers calls <b>after five</b>');
  await field.press('ControlOrMeta+Enter');
  const first = notes.getByRole('listitem').filter({ hasText: 'Prefers calls <b>after five</b>' });
  await expect(first).toBeVisible();
  await expect(first).toContainText(/, Today, \d\d:\d\d UTC$/);
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await expect(notes).toContainText('1 note');
  await checkA11y(page);

  await first.getByRole('button', { name: /^Delete note by/ }).click();
  await expect(first).toHaveCount(0);
  await expect(page.getByText('Note deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(first).toBeVisible();

  // What stands in one customer's field stands in no other's.
  await field.fill('Half a thought');
  const other = await makeCustomer(service, 'Corin Vale');
  await page.goto(`${service.url}/customers/${other.id}`);
  await expect(field).toHaveValue('');
  await page.goBack();
  await expect(field).toHaveValue('Half a thought');
  await notes.getByRole('button', { name: 'Discard' }).click();
  await page.reload();
  await expect(field).toHaveValue('');
});

test('ID-12: notes of years are shown to the last one, and one of an older page is deleted too', async ({
  page,
  service,
}) => {
  test.slow();
  const customer = await makeCustomer(service, 'Yara Longnote');
  for (let n = 1; n <= 222; n += 1)
    await service.call('POST', 'customer_notes', {
      body: { identity_id: customer.id, body: `Note number ${n} of many` },
    });
  await openCustomer(page, service, customer);
  const notes = panel(page, 'Notes');
  const items = notes.getByRole('listitem');
  const more = notes.getByRole('button', { name: 'Show more' });
  await expect(items).toHaveCount(20);
  await more.click();
  await expect(items).toHaveCount(120);
  await more.click();
  await expect(items).toHaveCount(220);
  await more.click();
  await expect(items).toHaveCount(222);
  await expect(more).toHaveCount(0);
  const oldest = items.filter({ hasText: 'Note number 1 of many' });
  await oldest.getByRole('button', { name: /^Delete note by/ }).click();
  await expect(items).toHaveCount(221);
  await expect(oldest).toHaveCount(0);
  await expect(notes).toContainText('221 notes');
});
