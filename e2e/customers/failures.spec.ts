import { bindHandle, makeCustomer } from '#e2e/support/builders.ts';
import type { Tamper } from '#e2e/support/tampering-proxy.ts';
import { expect, test } from '#e2e/support/test.ts';
import { heading, openCustomer, panel } from './detail-support.ts';

/** Refuses calls of a resource for good: after a 4xx the page asks no second time by itself. */
function refuse(resources: Readonly<Record<string, string>>, status = 400): Tamper {
  return ({ resource }, response) => {
    const code = resources[resource];
    if (code === undefined) return false;
    response
      .writeHead(status, { 'content-type': 'application/json', 'x-svc-request-id': `req-${resource}` })
      .end(JSON.stringify({ ok: false, error: { code, message: 'broken' } }));
    return true;
  };
}

test('a part of a customer that fails says so by itself and leaves the page, and a refresh that fails keeps what was shown', async ({
  page,
  site,
  between,
  problems,
}) => {
  problems.allow(/status of (400|500)/);
  const customer = await makeCustomer(site, 'Ronja Eklund');
  await bindHandle(site, customer.id, { channel: 'sms', external_user_id: '+4915155501884' });
  between.tamper = refuse({ portal_tokens: 'bad_request', customer_timeline: 'bad_request' });
  await openCustomer(page, { ...site, url: between.url }, customer);
  const timeline = panel(page, 'Timeline');
  await expect(panel(page, 'Portal links').getByRole('alert')).toContainText('Portal links could not be loaded');
  await expect(timeline.getByRole('alert')).toContainText('The timeline could not be loaded');
  await expect(timeline).toContainText('req-customer_timeline');
  await expect(panel(page, 'Tickets')).toContainText('No tickets yet.');
  await expect(panel(page, 'Notes')).toContainText('No notes yet.');
  between.tamper = null;
  await timeline.getByRole('button', { name: 'Retry' }).click();
  await expect(timeline).toContainText('Customer added');

  // A failed unbind brings the handle back.
  between.tamper = refuse({ bind_channel: 'internal_error' }, 500);
  const channels = panel(page, 'Channels');
  const handle = channels.getByRole('row').filter({ hasText: '+4915155501884' });
  await handle.getByRole('button', { name: 'Unbind SMS +4915155501884' }).click();
  await expect(page.getByText('was not unbound')).toContainText('req-bind_channel');
  await expect(handle).toBeVisible();

  // A write refetches the customer.
  between.tamper = refuse({ customer: 'bad_request' });
  await panel(page, 'Notes').getByRole('textbox').fill('Rides a tandem');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(/^Could not refresh\. Showing/).first()).toBeVisible();
  await expect(heading(page, customer)).toBeVisible();
});
