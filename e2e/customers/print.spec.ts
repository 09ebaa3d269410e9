import { makeCustomer, makeTicket } from '#e2e/support/builders.ts';
import { expect, test } from '#e2e/support/test.ts';
import { widthTooMuch } from '#e2e/ticket/ticket-support.ts';
import { openCustomer, panel } from './detail-support.ts';

test('ID-03: a customer on paper has the ratings too, and nothing sticks out of the sheet', async ({ page, site }) => {
  const customer = await makeCustomer(site, 'Paperia Blatt');
  const { id } = await makeTicket(site, {
    subject: 'Sheet after sheet of paper '.repeat(8),
    requester_email: customer.email,
  });
  await site.call('POST', 'ingest', { body: { items: [{ kind: 'csat', ticket_id: id, score: 4 }] } });
  await openCustomer(page, site, customer);
  await expect(panel(page, 'Tickets').getByRole('listitem')).toHaveCount(1);
  await page.setViewportSize({ width: 720, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('4.0 of 5').locator('visible=true')).toHaveCount(1);
  await expect(page.getByRole('button')).toHaveCount(0);
  const time = panel(page, 'Tickets').locator('time');
  await expect.poll(() => time.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  await expect.poll(() => widthTooMuch(page)).toBeLessThanOrEqual(0);
});
