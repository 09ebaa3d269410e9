import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect } from '#e2e/support/test.ts';
import { freshNumber, makeCustomer, openCustomer, readCustomer, test } from './detail-support.ts';

test('a customer is corrected, and what somebody else changed meanwhile is decided about field by field', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/status of 409/);
  const customer = await makeCustomer(service, 'Greta Lind', { phone: freshNumber() });
  await openCustomer(page, service, customer);
  await page.getByRole('button', { name: 'Edit customer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit customer' });
  const [name, email, phone] = ['Name', 'Email', 'Phone'].map((label) => dialog.getByRole('textbox', { name: label }));
  if (name === undefined || email === undefined || phone === undefined) throw new Error('three fields');
  await expect(name).toBeFocused();
  await email.fill('greta@');
  await email.blur();
  await expect(dialog).toContainText('Email must be an email address.');
  await email.fill('');
  await phone.fill('');
  await phone.blur();
  await expect(dialog).toContainText('Keep an email or a phone');
  await email.fill(customer.email ?? '');
  await phone.fill(customer.phone ?? '');
  await checkA11y(page);

  const theirs = freshNumber();
  await service.call('PATCH', 'customer', { body: { id: customer.id, display_name: 'G. Lind', phone: theirs } });
  await name.fill('Greta Lindholm');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Somebody else changed this customer meanwhile');
  await expect(dialog).toContainText('Name is now G. Lind.');
  await expect(dialog).toContainText(`Phone is now ${theirs}.`);
  await dialog.getByRole('button', { name: 'Keep my name' }).click();
  await dialog.getByRole('button', { name: 'Take their phone' }).click();
  await expect(phone).toHaveValue(theirs);
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 2, name: 'Greta Lindholm' })).toBeVisible();
  expect(await readCustomer(service, customer.id)).toMatchObject({ display_name: 'Greta Lindholm', phone: theirs });
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('heading', { level: 2, name: 'G. Lind' })).toBeVisible();
});

test('an email that another customer has names that customer, and leads to merging the two', async ({
  page,
  service,
  problems,
}) => {
  problems.allow(/status of 409/);
  const owner = await makeCustomer(service, 'Piet Haldane');
  const customer = await makeCustomer(service, 'Pieter Haldane');
  await openCustomer(page, service, customer);
  await page.getByRole('button', { name: 'Edit customer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit customer' });
  const email = dialog.getByRole('textbox', { name: 'Email' });
  await email.fill((owner.email ?? '').toUpperCase());
  await email.press('Enter');
  await expect(dialog).toContainText(`This email belongs to Piet Haldane (${owner.id}).`);
  await expect(dialog.getByRole('link', { name: 'Merge them?' })).toHaveAttribute(
    'href',
    `/customers/merge?pair=${customer.id}-${owner.id}`,
  );
  // What was typed is not lost unasked.
  await page.keyboard.press('Escape');
  const guard = page.getByRole('dialog', { name: 'Discard these changes?' });
  await guard.getByRole('button', { name: 'Keep editing' }).click();
  await expect(email).toHaveValue((owner.email ?? '').toUpperCase());
  await page.keyboard.press('Escape');
  await guard.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  expect((await readCustomer(service, customer.id)).email).toBe(customer.email);
});
