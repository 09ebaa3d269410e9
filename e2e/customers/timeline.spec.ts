import { bindHandle, makeAnswers, makeCustomer, makeTicket } from '#e2e/support/builders.ts';
import { expect, test } from '#e2e/support/test.ts';
import { fact, heading, makeNotes, openCustomer, panel } from './detail-support.ts';

test('ID-11: one timeline of all that happened, by kind, with the way to each ticket, to who has a handle now, and more of it', async ({
  page,
  site,
}) => {
  const former = await makeCustomer(site, 'Former Handler');
  const customer = await makeCustomer(site, 'Saskia Brandt');
  const number = '+4915155501884';
  const { id } = await makeTicket(site, { subject: 'Bell falls off', requester_email: customer.email });
  await makeAnswers(site, [{ ticket_id: id, score: 4 }]);
  await makeNotes(site, customer, 50);
  for (const one of [former, customer])
    await bindHandle(site, one.id, { channel: 'whatsapp', external_user_id: number });

  await openCustomer(page, site, former, { search: '?kind=channel' });
  const timeline = panel(page, 'Timeline');
  const line = timeline.getByRole('listitem').filter({ hasText: 'Handle moved to' });
  await expect(line).toContainText('WhatsApp');
  await line.getByRole('link', { name: 'Saskia Brandt' }).click();
  await expect(page).toHaveURL(new RegExp(`/customers/${customer.id}`));
  await expect(heading(page, customer)).toBeVisible();
  const kinds = timeline.getByRole('group', { name: 'Show' });
  const lines = timeline.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  await expect(lines.first()).toContainText('Handle bound');
  await expect(lines.first()).toContainText(number);
  await expect(lines).toHaveCount(50);
  await expect(kinds.getByRole('button', { name: 'Notes 50' })).toHaveAttribute('aria-pressed', 'false');
  await expect(kinds.getByRole('button', { name: 'Events' })).toHaveCount(0);
  await timeline.getByRole('button', { name: 'Show more' }).click();
  await expect(lines.filter({ hasText: 'Ticket opened' })).toContainText('Bell falls off');

  await kinds.getByRole('button', { name: 'Tickets 1' }).click();
  await expect(page).toHaveURL(/kind=ticket/);
  await expect(lines).toHaveCount(1);
  await kinds.getByRole('button', { name: 'Channels 1' }).click();
  await expect(page).toHaveURL(/kind=channel/);
  await expect(lines).toHaveCount(1);
  await expect(lines.filter({ hasText: 'Handle bound' })).toContainText(number);
  await page.goBack();
  await expect(lines).toContainText('Bell falls off');
  await lines.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/tickets/${id}`));
  await page.goBack();
  await kinds.getByRole('button', { name: 'All' }).click();
  await expect(page).not.toHaveURL(/kind=/);
  await expect(lines).not.toHaveCount(1);
  await fact(page, 'CSAT').getByRole('button').click();
  await expect(page).toHaveURL(/kind=csat/);
  await expect(lines).toHaveCount(1);
});
