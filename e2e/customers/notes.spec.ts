import { makeCustomer } from '#e2e/support/builders.ts';
import { expect, test } from '#e2e/support/test.ts';
import { follow, makeNotes, openCustomer, panel } from './detail-support.ts';
import { readNotes } from './merge-support.ts';

test('ID-12: notes are added, drafts survive a reload, and notes are deleted with undo, old ones too', async ({
  page,
  site,
}) => {
  const customer = await makeCustomer(site, 'Nadia Thorsen');
  await openCustomer(page, site, customer);
  const notes = panel(page, 'Notes');
  const field = notes.getByRole('textbox', { name: 'New note' });
  await expect(notes).toContainText('No notes yet.');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes).toContainText('Note can’t be empty.');
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
  await expect(notes).toContainText(/^Notes1(?!\d)/);
  // Without text in the field, Ctrl Z means the note.
  await field.press('ControlOrMeta+z');
  await expect(first).toHaveCount(0);
  await field.fill('Prefers calls <b>after five</b>');
  await field.press('ControlOrMeta+Enter');

  await first.getByRole('button', { name: /^Delete note by/ }).click();
  await expect(first).toHaveCount(0);
  await expect(page.getByText('Note deleted')).toBeVisible();
  expect(await readNotes(site, customer.id)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(first).toBeVisible();

  // A draft belongs to one customer.
  await field.fill('Half a thought');
  const other = await makeCustomer(site, 'Yara Longnote');
  // More than are shown at once.
  await makeNotes(site, other, 22);
  await follow(page, `/customers/${other.id}`);
  const items = notes.getByRole('listitem');
  await expect(items).toHaveCount(20);
  await expect(field).toHaveValue('');

  const more = notes.getByRole('button', { name: 'Show more' });
  await more.click();
  await expect(items).toHaveCount(22);
  await expect(more).toHaveCount(0);
  const oldest = items.filter({ hasText: /^Note 1(?!\d)/ });
  await oldest.getByRole('button', { name: /^Delete note by/ }).click();
  await expect(items).toHaveCount(21);
  await expect(oldest).toHaveCount(0);
  await expect(notes).toContainText(/^Notes21(?!\d)/);
  await expect.poll(() => readNotes(site, other.id)).not.toContain('Note 1');

  await page.goBack();
  await expect(field).toHaveValue('Half a thought');
  await notes.getByRole('button', { name: 'Discard' }).click();
  await page.reload();
  await expect(first).toBeVisible();
  await expect(field).toHaveValue('');
});
