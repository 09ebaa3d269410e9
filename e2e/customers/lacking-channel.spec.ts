import * as z from 'zod/mini';
import { bindHandle, makeCustomer } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { grid, row } from './list-support.ts';
import { saved } from '#e2e/support/saved-file.ts';

const Counts = z.object({ data: z.object({ bound: z.number(), refreshed: z.number() }) });

test('ID-14, BB-01: the customers without WhatsApp are listed, and this list is a file that bulk bind takes, at once too', async ({
  page,
  site,
}) => {
  const bound = await makeCustomer(site, 'Bound Holm', { phone: '+4915155501884' });
  await bindHandle(site, bound.id, { channel: 'whatsapp', external_user_id: '+4915155501884' });
  await makeCustomer(site, 'Ready Holm', { phone: '+49 (151) 5550-1885' });
  await makeCustomer(site, '=Local Holm', { phone: '030 1234567', email: 'local@example.org' });
  await makeCustomer(site, 'Other Person', { phone: '+4915155501886' });
  await signIn(page, site, { path: '/customers?q=holm' });
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '3');
  const file = page.getByRole('button', { name: 'Download for bulk bind' });
  await expect(file).toHaveCount(0);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  // The first group has those with a channel.
  await page.getByRole('menuitemradio', { name: 'WhatsApp' }).nth(1).click();
  await expect(page).toHaveURL(/without=whatsapp/);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
  await expect(row(page, 'Bound Holm')).toHaveCount(0);

  await file.click();
  const dialog = page.getByRole('dialog', { name: 'File for bulk bind: WhatsApp' });
  await expect(dialog).toContainText('2 customers');
  await checkA11y(page);
  const { text, lines } = await saved(page, () => dialog.getByRole('button', { name: 'Download 2' }).click());
  expect(lines.toSorted()).toEqual([
    'channel,external_user_id,email,display_handle,phone',
    'whatsapp,+4915155501885,ready.holm@example.org,,+4915155501885',
    'whatsapp,,local@example.org,,0301234567',
  ]);
  await expect(dialog.getByRole('listitem').first()).toHaveText('1 row is ready to bind.');
  // Bulk bind takes the file as it is.
  const response = await fetch(`${site.url}/v1/api.ashx?resource=bind_channels_bulk&dry_run=1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.token}`, 'content-type': 'text/csv' },
    body: text,
  });
  expect(Counts.parse(await response.json()).data).toEqual({ bound: 1, refreshed: 0 });
  await dialog.getByRole('link', { name: 'Bind these now' }).click();
  await expect(page).toHaveURL(/\/manage\/bulk-bind\?step=columns/);
  await expect(page.getByRole('button', { name: /^Dry run \d/ })).toHaveText('Dry run 2 rows');
});
