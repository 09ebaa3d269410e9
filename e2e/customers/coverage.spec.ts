import * as z from 'zod/mini';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect } from '#e2e/support/test.ts';
import { bind, makeCustomer, test } from './detail-support.ts';
import { grid, listCustomers, ownWord, saved } from './list-support.ts';

const Counts = z.object({ data: z.object({ bound: z.number(), refreshed: z.number() }) });
const WHOLE = new Intl.NumberFormat('en-GB');

test('ID-14: who can be reached by each channel, counted from the list, and a file of those who cannot', async ({
  page,
  ownService: service,
}) => {
  const word = ownWord();
  const bound = await makeCustomer(service, `Bound ${word}`, { phone: '+4915155501884' });
  await bind(service, bound.id, { channel: 'whatsapp', external_user_id: '+4915155501884' });
  await makeCustomer(service, `Ready ${word}`, { phone: '+49 (151) 5550-1885' });
  await makeCustomer(service, `=Local ${word}`, { phone: '030 1234567' });
  const total = (await listCustomers(service, { limit: '1' })).total_count;
  const without = (await listCustomers(service, { limit: '1', without_channel: 'whatsapp' })).total_count;
  await signIn(page, service, { path: '/customers' });
  await page.getByRole('button', { name: 'More for customers' }).click();
  await page.getByRole('menuitem', { name: 'Channel coverage' }).click();
  const line = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'WhatsApp' }) });
  await expect(line.getByRole('link', { name: 'cannot be reached' })).toHaveText(WHOLE.format(without));
  await expect(line.getByRole('link', { name: 'can be reached', exact: false }).first()).toHaveText(
    WHOLE.format(total - without),
  );
  await expect(line.getByRole('img', { name: /of customers can be reached by WhatsApp/ })).toBeVisible();
  await checkA11y(page);

  await line.getByRole('button', { name: 'Save a file for bulk bind: WhatsApp' }).click();
  const dialog = page.getByRole('dialog', { name: 'File for bulk bind: WhatsApp' });
  await checkA11y(page);
  const { text, lines } = await saved(page, () => dialog.getByRole('button', { name: /^Export \d/ }).click());
  expect(lines[0]).toBe('channel,external_user_id,email,display_handle,phone');
  expect(lines.filter((one) => one.includes('+4915155501885'))).toHaveLength(1);
  expect(lines.some((one) => one.startsWith('whatsapp,+4915155501885,ready.'))).toBe(true);
  expect(text).not.toContain('+4915155501884');
  expect(lines.some((one) => /^whatsapp,,[^,]+,,0301234567$/.test(one))).toBe(true);
  const ready = lines.filter((one) => /^whatsapp,\+\d+,/.test(one)).length;
  await expect(dialog.getByRole('listitem').first()).toHaveText(
    ready === 1 ? '1 row is ready to bind.' : `${WHOLE.format(ready)} rows are ready to bind.`,
  );
  // Bulk bind takes it as it is; a handle that another customer has would move, which its dry run says.
  const response = await fetch(`${service.url}/v1/api.ashx?resource=bind_channels_bulk&dry_run=1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.tokens.all}`, 'content-type': 'text/csv' },
    body: text,
  });
  const { bound: fresh, refreshed } = Counts.parse(await response.json()).data;
  expect(fresh + refreshed).toBe(ready);
  expect(fresh).toBeGreaterThan(0);
  await dialog.getByRole('button', { name: 'Done' }).click();

  // Each count leads to the customers that it counts.
  await line.getByRole('link', { name: 'cannot be reached' }).click();
  await expect(page).toHaveURL(/without=whatsapp/);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(without));
});

test('ID-14: a service that cannot count says so', { tag: '@document' }, async ({ page, service }) => {
  await signIn(page, service, { path: '/customers/coverage' });
  await expect(page.getByText('This service does not count handles by channel')).toBeVisible();
  await checkA11y(page);
});
