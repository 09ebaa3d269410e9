import * as z from 'zod/mini';
import { bindHandle, makeCustomer } from '#e2e/support/builders.ts';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';
import { grid } from './list-support.ts';
import { saved } from '#e2e/support/saved-file.ts';

const Counts = z.object({ data: z.object({ bound: z.number(), refreshed: z.number() }) });

test('ID-14: who can be reached by each channel, counted from the list, and a file of those who cannot', async ({
  page,
  site,
}) => {
  const bound = await makeCustomer(site, 'Bound Holm', { phone: '+4915155501884' });
  await bindHandle(site, bound.id, { channel: 'whatsapp', external_user_id: '+4915155501884' });
  await makeCustomer(site, 'Ready Holm', { phone: '+49 (151) 5550-1885' });
  await makeCustomer(site, '=Local Holm', { phone: '030 1234567', email: 'local@example.org' });
  await signIn(page, site, { path: '/customers' });
  await page.getByRole('button', { name: 'More for customers' }).click();
  await page.getByRole('menuitem', { name: 'Channel coverage' }).click();
  const line = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'WhatsApp' }) });
  await expect(line.getByRole('link', { name: 'have no WhatsApp bound' })).toHaveText('2');
  await expect(line.getByRole('link', { name: 'have WhatsApp bound', exact: false }).first()).toHaveText('1');
  await expect(line.getByRole('img', { name: /of customers have WhatsApp bound/ })).toBeVisible();
  await checkA11y(page);

  await line.getByRole('button', { name: 'Download a file for bulk bind: WhatsApp' }).click();
  const dialog = page.getByRole('dialog', { name: 'File for bulk bind: WhatsApp' });
  await checkA11y(page);
  const { text, lines } = await saved(page, () => dialog.getByRole('button', { name: /^Download \d/ }).click());
  expect(lines.toSorted()).toEqual([
    'channel,external_user_id,email,display_handle,phone',
    'whatsapp,+4915155501885,ready.holm@example.org,,+4915155501885',
    'whatsapp,,local@example.org,,0301234567',
  ]);
  await expect(dialog.getByRole('listitem').first()).toHaveText('1 row is ready to bind.');
  // Bulk bind takes it as it is; a handle that another customer has would move, which its dry run says.
  const response = await fetch(`${site.url}/v1/api.ashx?resource=bind_channels_bulk&dry_run=1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.token}`, 'content-type': 'text/csv' },
    body: text,
  });
  expect(Counts.parse(await response.json()).data).toEqual({ bound: 1, refreshed: 0 });
  await dialog.getByRole('button', { name: 'Done' }).click();

  const table = await saved(page, () => page.getByRole('button', { name: 'Download CSV' }).click());
  expect(table.lines.slice(0, 2)).toEqual(['channel,reached,without,known_without', 'whatsapp,1,2,2']);

  // Each count leads to the customers that it counts.
  await line.getByRole('link', { name: 'have no WhatsApp bound' }).click();
  await expect(page).toHaveURL(/without=whatsapp/);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
});

test('ID-14: a service that cannot count says so', { tag: '@document' }, async ({ page, site }) => {
  await signIn(page, site, { path: '/customers/coverage' });
  await expect(page.getByText('Not provided by this service')).toBeVisible();
});
