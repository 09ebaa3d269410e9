import * as z from 'zod/mini';
import { checkA11y } from '#e2e/support/check-a11y.ts';
import type { Site } from '#e2e/support/service.ts';
import { signIn } from '#e2e/support/sign-in.ts';
import { expect, test } from '#e2e/support/test.ts';

const Deliveries = z.object({
  data: z.object({
    items: z.array(z.object({ replay_of: z.nullable(z.number()) })),
    total_count: z.number(),
  }),
});

async function listDeliveries(site: Site, query: Readonly<Record<string, string>>) {
  return Deliveries.parse((await site.call('GET', 'webhook_deliveries', { query })).json).data;
}

test('HO-10, SET-06: deliveries are filtered by the address; a token with the scope admin:read sees the contents and attempts of a delivery, and sends it again', async ({
  page,
  demoCopy: site,
}) => {
  await signIn(page, site, { path: '/settings/webhooks/log?state=succeeded' });
  const table = page.getByRole('table', { name: 'Deliveries' });
  await expect(table.getByText('Delivered').first()).toBeVisible();
  await expect(table.getByText('Failed', { exact: true })).toHaveCount(0);

  // By event: the rows are those that the service counts.
  const created = { state: 'succeeded', event_type: 'ticket.created' };
  const deliveries = await listDeliveries(site, created);
  const expectTotal = (total: number) =>
    expect(page.getByRole('status').filter({ hasText: new RegExp(`^\\d+ of ${total}$`) })).toBeVisible();
  await page.getByRole('combobox', { name: 'Event' }).selectOption('ticket.created');
  await expect(page).toHaveURL(/event=ticket\.created/);
  await expectTotal(deliveries.total_count);
  await expect(
    table.getByRole('button', { name: / delivery \d+$/ }).filter({ hasNotText: 'ticket.created' }),
  ).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Event' }).selectOption('Any event');
  await expectTotal((await listDeliveries(site, { state: 'succeeded' })).total_count);
  await table
    .getByRole('button', { name: / delivery \d+$/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('Attempt 1');
  await expect(drawer.getByRole('code').first()).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('Escape');

  const resend = page.getByRole('button', { name: /^Resend delivery \d+$/ }).first();
  const id = /\d+$/.exec((await resend.getAttribute('aria-label')) ?? '')?.[0];
  await resend.click();
  await expect(page.getByText(/^Queued as delivery \d+/).first()).toBeVisible();
  const recent = await listDeliveries(site, { limit: '5' });
  expect(recent.items.filter(({ replay_of: of }) => String(of) === id)).toHaveLength(1);
});
