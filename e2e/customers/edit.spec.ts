import { makeCustomer, makePortalLink } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { expect, test } from '#e2e/support/test.ts';
import { openCustomer, readCustomer } from './detail-support.ts';

test('ID-13: a customer is corrected and blocked: another customer’s email leads to merging, unsaved text asks first, and a field that someone else changed is overwritten only after a question; a block explains its effect, shows its date, and can be undone', async ({
  page,
  site,
  problems,
}) => {
  problems.allow(/status of 409/);
  const owner = await makeCustomer(site, 'Piet Haldane');
  const customer = await makeCustomer(site, 'Greta Lind', { phone: '+4915155501884' });
  await makePortalLink(site, customer.email ?? '');
  await openCustomer(page, site, customer);
  await page.getByRole('button', { name: 'Edit customer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit customer' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  const email = dialog.getByRole('textbox', { name: 'Email' });
  const phone = dialog.getByRole('textbox', { name: 'Phone' });
  await expect(name).toBeFocused();
  // A blank is no change.
  await name.fill('Greta Lind ');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Edit customer' }).click();
  await email.fill('greta@');
  await email.blur();
  await expect(dialog).toContainText('Enter an email address.');
  await email.fill('');
  await phone.fill('');
  await phone.blur();
  await expect(dialog).toContainText('Keep an email or a phone');
  await phone.fill('+4915155501884');

  await email.fill('PIET.HALDANE@EXAMPLE.ORG');
  await email.press('Enter');
  await expect(dialog).toContainText('Piet Haldane has this email or phone already.');
  await expect(dialog.getByRole('link', { name: 'Merge them?' })).toHaveAttribute(
    'href',
    `/customers/merge?pair=${customer.id}-${owner.id}`,
  );
  await checkA11y(page);
  await page.keyboard.press('Escape');
  const guard = page.getByRole('dialog', { name: 'Discard these changes?' });
  await guard.getByRole('button', { name: 'Keep editing' }).click();
  await expect(email).toHaveValue('PIET.HALDANE@EXAMPLE.ORG');
  await page.keyboard.press('Escape');
  await guard.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  expect(await readCustomer(site, customer.id)).toMatchObject({ email: customer.email, phone: customer.phone });

  await page.getByRole('button', { name: 'Edit customer' }).click();
  const theirs = '+4915155501885';
  await site.call('PATCH', 'customer', { body: { id: customer.id, display_name: 'G. Lind', phone: theirs } });
  await name.fill('Greta Lindholm');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toContainText('Someone else changed this customer');
  await expect(dialog).toContainText('Name is now G. Lind.');
  await expect(dialog).not.toContainText(theirs);
  await dialog.getByRole('button', { name: 'Save mine anyway' }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 2, name: 'Greta Lindholm' })).toBeVisible();
  await expect
    .poll(() => readCustomer(site, customer.id))
    .toMatchObject({ display_name: 'Greta Lindholm', phone: theirs });
  await page.keyboard.press('ControlOrMeta+z');
  const heading = page.getByRole('heading', { level: 2, name: 'G. Lind' });
  await expect(heading).toBeVisible();

  // A block says what it does, shows since when, and is undone.
  const blocked = async () => (await readCustomer(site, customer.id)).blocked_utc;
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  const block = page.getByRole('dialog', { name: 'Block G. Lind' });
  await expect(block).toContainText('Tickets stay as they are and are marked “Customer blocked”.');
  await expect(block).toContainText('Active portal links stop working, and open portal pages close.');
  await expect(block).toContainText('New messages from them are refused and not stored');
  await checkA11y(page);
  expect(await blocked()).toBeNull();
  await block.getByRole('button', { name: 'Block' }).dblclick();
  await expect(block).toBeHidden();
  await expect(page.getByText(/^Blocked since .* UTC\.$/)).toBeVisible();
  // Its link is not called active: it does not open.
  await expect(page.getByRole('region', { name: 'Portal links' })).toContainText('Blocked');
  await expect.poll(blocked).not.toBeNull();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText(/^Blocked since/)).toHaveCount(0);
  await expect.poll(blocked).toBeNull();

  // Someone else's block, found by a fresh page.
  await site.call('PATCH', 'customer', { body: { id: customer.id, blocked: true } });
  await page.reload();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByText('G. Lind unblocked')).toBeVisible();
  await expect(heading).toBeFocused();
  await expect.poll(blocked).toBeNull();
});
